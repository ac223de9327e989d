// A person's verdict on the candidate: it is sent through the outbox, and the page continues at once.

import { ask, newId } from "/shared/outbox.js";
import { announce, get, notice, patiently, progress, state, wanted } from "./state.js";
import { LETTERS, changes, find, make, said } from "./view.js";
import { draw, forward, leaveCurrent, returnTo, trouble } from "./walking.js";

export function judge(verdict, mended = {}) {
  const { current } = state;
  if (!current || state.mending !== (verdict === "mend")) return;
  const comment = find("comment").value.trim();
  const took = Math.round((state.seen + (document.hidden ? 0 : performance.now() - state.since)) / 100) / 10;
  state.outbox.put("/api/verdict", { person: state.person, candidate: current.id, of: current.of, verdict, mended, comment, took, ...wanted() });
  current.said = { verdict, mended, comment };
  const draft = state.drafts.load(current.id);
  if (verdict !== "mend" && draft?.mended) state.drafts.save(current.id, { mended: draft.mended });
  else state.drafts.drop(current.id);
  announce(`${said(verdict)[0].toUpperCase()}${said(verdict).slice(1)}.`);
  state.mending = false;
  leaveCurrent();
  forward();
}

export function accept() {
  const problem = state.current ? incomplete(state.current) : "";
  if (problem) trouble(`${problem} Edit it, or reject it.`);
  else judge("accept");
}

function incomplete(candidate) {
  if (candidate.kind === "caption") return candidate.caption.trim() ? "" : "There is no caption.";
  const options = candidate.options.map((option) => option.trim().toLowerCase().replace(/\s+/g, " "));
  if (!candidate.question.trim()) return "There is no question.";
  if (options.length !== LETTERS.length) return `Expected four options, got ${options.length}.`;
  if (options.some((option) => !option)) return "An option is empty.";
  if (new Set(options).size < options.length) return "Two options are the same.";
  return LETTERS.includes(candidate.answer) ? "" : "No option is marked as correct.";
}

export function mend(letter) {
  if (!state.current || (letter && state.current.kind === "caption")) return;
  if (!state.mending) {
    state.mending = true;
    draw();
    remember();
  }
  if (letter) {
    find(`key-${letter}`).checked = true;
    find(`key-${letter}`).focus();
    remember();
  } else find(state.current.kind === "caption" ? "mended-caption" : "mended-question").focus();
}

export function saveMended() {
  if (!state.mending) return;
  const mended = changes(state.current);
  if (!Object.keys(mended).length) trouble("Nothing was changed: leave editing, and accept the candidate.");
  else if (incomplete({ ...state.current, ...mended })) trouble(incomplete({ ...state.current, ...mended }));
  else judge("mend", mended);
}

/** Out of the fields; what was written in them stays for the next time, unless it is to be discarded. */
export function leaveFields(discard) {
  if (!state.mending) return;
  const mended = discard ? null : changes(state.current);
  state.mending = false;
  const draft = { comment: find("comment").value, ...(mended && Object.keys(mended).length ? { mended } : {}) };
  state.drafts.save(state.current.id, draft);
  draw();
  find("candidate").focus();
  if (draft.mended) announce("Your changes are kept; press m to continue editing.");
}

/** What is typed is in the browser's store at once. */
export function remember() {
  if (!state.current) return;
  const mended = state.mending ? changes(state.current) : state.drafts.load(state.current.id)?.mended;
  state.drafts.save(state.current.id, { comment: find("comment").value, ...(mended ? { mended } : {}), ...(state.mending ? { mending: true } : {}) });
}

let undoing = false;
export async function undo() {
  if (undoing || !state.person) return;
  undoing = true;
  try {
    await state.outbox.send();
    const request = newId();
    const reply = await patiently(() => ask("/api/undo", { person: state.person, request, ...wanted() }));
    progress(reply.progress);
    if (!reply.candidate) {
      announce("There is nothing to undo.");
      return;
    }
    const { undone } = reply;
    const draft = state.drafts.load(reply.candidate.id);
    if (undone && !draft?.mended) {
      const mended = undone.verdict === "mend" ? { mended: undone.mended, mending: true } : {};
      state.drafts.save(reply.candidate.id, { comment: draft?.comment || undone.comment, ...mended });
    }
    returnTo(reply.candidate);
    announce(undone ? `Taken back: you had ${said(undone.verdict)} it.` : "Taken back.");
  } finally {
    undoing = false;
  }
}

/** A verdict that the server will never take: what was typed is kept as a draft. */
export function refused(piece, reason) {
  const { candidate, comment, mended, verdict } = piece.body;
  state.drafts.save(candidate, { comment, ...(verdict === "mend" ? { mended, mending: true } : {}) });
  const again = make("button", { type: "button", class: "plain" }, "Show it");
  again.addEventListener("click", async () => {
    notice(candidate, "");
    returnTo((await get("/api/candidate", { id: candidate })).candidate);
  });
  notice(candidate, `The server rejected your verdict on ${candidate}: ${reason}.`, again);
}
