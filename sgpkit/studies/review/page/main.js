// The review page: who reviews, which controls do what, and where a person takes up again.

import { Drafts, Outbox, ask, store } from "/shared/outbox.js";
import { accept, judge, leaveFields, mend, refused, remember, saveMended, undo } from "./judging.js";
import { listen } from "./keys.js";
import { announce, get, key, notice, patiently, progress, state, wanted } from "./state.js";
import { LETTERS, find, make } from "./view.js";
import { back, fill, forward, grow, leaveCurrent, present, skip } from "./walking.js";

async function signIn(name) {
  const reply = await patiently(() => ask("/api/person", { name }));
  state.person = reply.person;
  store.setItem(`sgpkit:name:${state.about.set}`, reply.person);
  find("who").hidden = true;
  find("name").hidden = false;
  find("name").textContent = reply.person;
  find("name").disabled = Boolean(state.about.person);
  state.drafts = new Drafts(`${state.about.set}:${state.person}`);
  state.outbox ??= new Outbox(state.about.set, { told: saved, refused, taken });
  saved({ waiting: state.outbox.waiting(), trouble: "" });
  for (const [name, value] of Object.entries(JSON.parse(store.getItem(key("choice")) ?? "{}"))) find(name).value = value;
  find("acts").hidden = false;
  find("filters").hidden = false;
  await takeUp();
  if (reply.judged) announce(`Welcome back, ${reply.person}: ${reply.judged.toLocaleString("en")} judged until now.`);
}

/** Another person may work in another tab of this browser, and either tab may send for both. */
function taken(piece, reply) {
  if (piece.body.person === state.person) progress(reply.progress);
}

/** Where this person was: at what they last looked at, if they have not judged it since. */
async function takeUp() {
  await state.outbox.send();
  const last = store.getItem(key("at"));
  if (last) {
    const reply = await get("/api/candidate", { id: last }).catch(() => ({ candidate: null }));
    if (reply.candidate && !reply.candidate.said) {
      progress(reply.progress);
      present(reply.candidate);
      fill();
      return;
    }
  }
  await forward();
}

function askWho() {
  state.choice += 1;
  Object.assign(state, { person: "", current: null, after: "", ahead: [], trail: [], end: false });
  for (const name of ["candidate", "finished", "acts", "filters", "progress", "name"]) find(name).hidden = true;
  find("who").hidden = false;
  find("person").focus();
}

function saved({ waiting, trouble: why }) {
  find("saved").textContent = waiting ? `${waiting} to be saved` : "All saved";
  find("saved").classList.toggle("waits", waiting > 0);
  notice("outbox", why && `${waiting === 1 ? "One verdict waits" : `${waiting} verdicts wait`} in this browser: ${why}.`);
}

async function more() {
  const { current } = state;
  if (!find("more").open || !current) return;
  const found = await get("/api/more", { id: current.id });
  if (current !== state.current) return;
  const origin = [["source", found.source], ["license", found.license], ["dialect", found.dialect], ["model", current.model]];
  const lines = [...origin.filter(([, value]) => value), ...found.checks];
  find("checks").replaceChildren(...lines.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  find("code").textContent = found.code;
}

function zoom(address) {
  find("larger").src = address;
  find("zoom").showModal();
}

function choose() {
  state.choice += 1;
  Object.assign(state, { after: "", ahead: [], end: false, filling: null });
  store.setItem(key("choice"), JSON.stringify(wanted()));
  leaveCurrent();
  find("candidate").hidden = true;
  forward();
}

function connect() {
  const actions = {
    a: () => !state.mending && accept(), r: () => judge("reject"), m: () => mend(), u: undo,
    ArrowLeft: back, ArrowRight: skip,
    c: () => find("comment").focus(), p: () => { find("more").open = !find("more").open; },
    z: () => state.current && zoom(state.current.pictures[0]), "?": () => find("keys").showModal(),
    save: saveMended, leave: () => leaveFields(false),
    ...Object.fromEntries(LETTERS.map((letter, place) => [String(place + 1), () => mend(letter)])),
  };
  listen(actions);
  const clicks = {
    accept, reject: actions.r, mend: actions.m, undo, back, skip, save: saveMended,
    leave: actions.leave, discard: () => leaveFields(true), help: actions["?"], name: askWho,
  };
  for (const [name, action] of Object.entries(clicks)) find(name).addEventListener("click", () => action());
  find("pictures").addEventListener("click", (event) => event.target.src && zoom(event.target.src));
  find("candidate").addEventListener("input", remember);
  find("comment").addEventListener("input", (event) => grow(event.target));
  find("more").addEventListener("toggle", more);
  find("filters").addEventListener("change", choose);
  find("filters").addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("visibilitychange", () => {
    const now = performance.now();
    if (document.hidden) state.seen += now - state.since;
    state.since = now;
  });
  find("who").addEventListener("submit", async (event) => {
    event.preventDefault();
    find("who-trouble").hidden = true;
    try {
      await signIn(find("person").value);
    } catch (problem) {
      find("who-trouble").hidden = false;
      find("who-trouble").textContent = problem.message;
    }
  });
}

async function start() {
  state.about = await patiently(() => ask("/api/about"));
  find("title").textContent = state.about.title;
  find("models").textContent = `${state.about.kept.toLocaleString("en")} kept of ${state.about.candidates.toLocaleString("en")} by ${state.about.models.join(", ")}`;
  document.title = `${state.about.title}: sgpkit review`;
  find("type").append(make("option", { value: "" }, "all"));
  for (const { name, count } of state.about.types) {
    find("type").append(make("option", { value: name }, `${name} (${count.toLocaleString("en")})`));
    find("types").append(make("option", { value: name }));
  }
  connect();
  const name = state.about.person ?? store.getItem(`sgpkit:name:${state.about.set}`);
  if (!name) return askWho();
  try {
    await signIn(name);
  } catch {
    askWho();
  }
}

addEventListener("unhandledrejection", (event) => notice("mistake", `That did not work: ${event.reason?.message ?? event.reason}. Reload the page; no verdict is lost.`));
start();
