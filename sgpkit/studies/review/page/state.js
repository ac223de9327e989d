// What the page knows, what it tells of itself, and how it asks the server.

import { ask } from "/shared/outbox.js";
import { find, make } from "./view.js";

export const state = {
  about: null, // what there is to judge
  person: "",
  outbox: null,
  drafts: null,
  current: null, // the candidate that is shown
  after: "", // the id of the one that was shown last
  mending: false,
  ahead: [], // what comes next, fetched before
  trail: [], // what was shown before, oldest first
  end: false, // nothing comes behind what is ahead
  reopened: 0, // counts how often that ceased to hold: a reply to what was asked before says nothing about it
  choice: 0, // counts changes of the filters: replies to an earlier choice are thrown away
  filling: null,
  since: 0, // when the candidate came into sight
  seen: 0, // milliseconds that it was in sight before
};

export const wanted = () => ({ type: find("type").value, state: find("state").value, machine: find("machine").value });

/** The name of something that the browser keeps for this person and these candidates. */
export const key = (name) => `sgpkit:${name}:${state.about.set}:${state.person}`;

/** What the server says, however long it takes to come back; throws where it refuses. */
export async function patiently(work) {
  for (let pause = 300; ; pause = Math.min(pause * 2, 5000)) {
    try {
      const value = await work();
      notice("server", "");
      return value;
    } catch (trouble) {
      if (trouble.status >= 400 && trouble.status < 500 && trouble.status !== 403) throw trouble;
      notice("server", trouble.status ? trouble.message : "The server does not answer; trying again.");
      await new Promise((done) => { setTimeout(done, pause); });
    }
  }
}

export const get = (path, fields = {}) => patiently(() => ask(`${path}?${new URLSearchParams({ person: state.person, ...wanted(), ...fields })}`));

export function notice(name, text, ...controls) {
  [...find("notices").children].find((each) => each.dataset.name === name)?.remove();
  if (text) find("notices").append(make("p", { class: "notice bad", "data-name": name }, text, " ", ...controls));
}

export function announce(text) {
  find("said").textContent = text;
  find("said").classList.remove("fresh");
  requestAnimationFrame(() => find("said").classList.toggle("fresh", Boolean(text)));
}

export function progress(counts) {
  const { mine, anybody, of } = counts;
  find("progress").hidden = false;
  find("mine").style.width = `${of ? (100 * mine) / of : 0}%`;
  find("anybody").style.width = `${of ? (100 * anybody) / of : 0}%`;
  const number = (value) => value.toLocaleString("en");
  find("counts").textContent = `${number(mine)} of ${number(of)} judged by you, ${number(anybody)} by anybody`;
}
