// From one candidate to the next and back. The next ones are here before they are wanted, so that nobody waits.

import { store } from "/shared/outbox.js";
import { announce, get, key, progress, state } from "./state.js";
import { find, show } from "./view.js";

const AHEAD = 3;
const TRAIL = 200;

/** Keep some candidates at hand, with their pictures. */
export function fill() {
  if (!state.filling) {
    const filling = fetchAhead(state.choice).finally(() => {
      if (state.filling === filling) state.filling = null;
    });
    state.filling = filling;
  }
  return state.filling;
}

async function fetchAhead(choice) {
  let repeated = 0;
  while (state.ahead.length < AHEAD && !state.end) {
    const { reopened } = state;
    const here = () => [state.after, ...state.ahead.map((each) => each.id)].filter(Boolean);
    const without = [...here(), ...state.outbox.pieces().map((piece) => piece.body.candidate)].slice(-100);
    const reply = await get("/api/next", { after: here().at(-1) ?? "", without: without.join("\n") });
    if (choice !== state.choice) return;
    progress(reply.progress);
    if (!reply.candidate) state.end = reopened === state.reopened;
    else if (!here().includes(reply.candidate.id)) {
      state.ahead.push(reply.candidate);
      for (const address of reply.candidate.pictures) new Image().src = address;
    } else if ((repeated += 1) > 3) state.end = true; // asked for while this one was taken back, or no other is left
  }
}

function reopen() {
  state.end = false;
  state.reopened += 1;
}

export async function forward() {
  const { choice } = state;
  while (!state.ahead.length && !state.end) {
    find("candidate").classList.add("waits");
    await fill();
    if (choice !== state.choice) return;
  }
  if (state.ahead.length) present(state.ahead.shift());
  else finish();
  fill();
}

/** To the next one without a verdict. */
export async function skip() {
  if (!state.person) return;
  while (state.current && !state.ahead.length && !state.end) await fill();
  if (state.current && state.ahead.length) {
    reopen(); // what is skipped comes again
    forward();
  } else announce("There is no other candidate.");
}

export function present(candidate) {
  leaveCurrent();
  Object.assign(state, { current: candidate, after: candidate.id });
  state.mending = Boolean(state.drafts.load(candidate.id)?.mending);
  store.setItem(key("at"), candidate.id);
  find("finished").hidden = true;
  find("candidate").hidden = false;
  find("candidate").classList.remove("waits");
  find("more").open = false;
  find("comment").value = state.drafts.load(candidate.id)?.comment ?? candidate.said?.comment ?? "";
  grow(find("comment"));
  Object.assign(state, { seen: 0, since: performance.now() });
  draw();
  scrollTo(0, 0);
  find("candidate").focus({ preventScroll: true });
}

/** Record what was shown on the trail. */
export function leaveCurrent() {
  if (!state.current) return;
  state.trail.push(state.current);
  state.trail.splice(0, state.trail.length - TRAIL);
  state.current = null;
}

function finish() {
  leaveCurrent();
  store.removeItem(key("at"));
  find("candidate").hidden = true;
  find("finished").hidden = false;
  find("finished-words").textContent = find("state").value === "todo"
    ? "You have judged everything in your selection. Thank you."
    : "There is no other candidate like this.";
  find("finished").focus();
  buttons();
}

export function draw() {
  const draft = state.drafts.load(state.current.id)?.mended;
  show(state.current, state.mending, draft);
  trouble("");
  buttons();
}

function buttons() {
  find("judging").hidden = state.mending;
  find("mending").hidden = !state.mending;
  for (const name of ["reject", "mend", "accept", "skip", "save"]) find(name).disabled = !state.current;
}

export function trouble(text) {
  find("trouble").hidden = !text;
  find("trouble").textContent = text;
}

/** Show a candidate now, and what is shown now after it. */
export function returnTo(candidate) {
  if (state.current && state.current.id !== candidate.id) state.ahead.unshift(state.current);
  state.ahead = state.ahead.filter((each) => each.id !== candidate.id);
  state.trail = state.trail.filter((each) => each.id !== candidate.id);
  state.current = null;
  reopen();
  present(candidate);
  fill();
}

export async function back() {
  const last = state.trail.at(-1);
  if (last) return returnTo(last);
  if (!state.current) return;
  const reply = await get("/api/before", { before: state.current.id });
  if (reply.candidate) returnTo(reply.candidate);
  else announce("This is the first one.");
}

export function grow(area) {
  area.rows = Math.min(8, area.value.split("\n").length + (area.value.length > 60));
}
