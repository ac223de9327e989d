// The keys, their words in the help, and when they are keys at all: not while somebody writes, nor in a dialog.

import { store } from "/shared/outbox.js";
import { find, make } from "./view.js";

const OFF = "sgpkit:keys-off";
const HELP = [
  ["a", "accept without changes"],
  ["r", "reject it"],
  ["m", "edit it"],
  ["1 – 4", "mark this option as correct"],
  ["u", "undo my last verdict; repeat for earlier ones"],
  ["←  →", "back; next without a verdict"],
  ["c", "write a comment; Esc when done"],
  ["p", "show the program and the automatic checks"],
  ["z", "the picture, larger"],
  ["Ctrl ↵", "save the edit"],
  ["Esc", "leave a field, then leave editing; changes are kept"],
  ["?", "this help"],
];

const writes = (element) => element.matches("textarea, select, input:not([type=radio]):not([type=checkbox])");

/** Calls `actions[key]` for keys pressed outside of fields, `actions.save` and `actions.leave` inside too. */
export function listen(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || document.querySelector("dialog[open]")) return;
    const writing = writes(event.target);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return act(event, actions.save);
    if (event.key === "Escape") return act(event, () => (writing ? event.target.blur() : actions.leave()));
    if (writing || event.ctrlKey || event.metaKey || event.altKey || store.getItem(OFF)) return;
    // A key that is held down is one verdict, not thirty.
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const arrowInChoice = event.target.matches("input") && name.startsWith("Arrow");
    if (actions[name] && !event.repeat && !arrowInChoice) act(event, actions[name]);
  });
  find("key-table").replaceChildren(
    ...HELP.map(([key, words]) => make("tr", {}, make("th", { scope: "row" }, ...keycaps(key)), make("td", {}, words))),
  );
  find("keys-on").checked = !store.getItem(OFF);
  find("keys-on").addEventListener("change", (event) => {
    if (event.target.checked) store.removeItem(OFF);
    else store.setItem(OFF, "1");
  });
}

function keycaps(text) {
  return text.split(/( +)/).map((part) => (part.trim() && part !== "–" ? make("kbd", {}, part) : ` ${part.trim()} `));
}

function act(event, action) {
  if (!action) return;
  event.preventDefault();
  action();
}
