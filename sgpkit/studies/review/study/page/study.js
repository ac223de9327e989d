// The page of a study: what the server says comes next is shown, and what is answered is sent until it has arrived.
// Only the server keeps a participant's progress, so a reload or another tab continues at the right item.

import { Outbox, ask } from "/shared/outbox.js";
import { clock, prose } from "/study_parts.js";

const find = (name) => document.getElementById(name);
const PHASES = ["consent", "instructions", "trial", "end", "full", "withdrawn"];
const TEN_WITHIN = 1500; // milliseconds in which a 0 after a 1 makes it a 10
const TOO_SOON = 250; // milliseconds in which nobody has seen the picture: a second tap on what stood here before
const participant = new URLSearchParams(location.search).get("participant");

const page = { view: null, ready: false, drawn: 0, typed: { digit: "", at: 0 } };
const watch = clock();

let outbox = null;

function open(view) {
  outbox = new Outbox(`study-${view.study}`, {
    taken: (piece, next) => show(next),
    refused: (piece, reason) => load().then(() => trouble(reason)),
    told: ({ waiting, trouble: why }) => {
      find("sending").textContent = why && waiting ? `Not sent yet: ${why}. Your answer is kept here and sent as soon as possible.` : "";
    },
  });
}

function send(path, body = {}) {
  trouble("");
  outbox.put(path, participant === null ? body : { ...body, participant });
}

async function load() {
  let view;
  try {
    view = await ask(participant === null ? "/api/state" : `/api/state?participant=${encodeURIComponent(participant)}`);
  } catch (why) {
    trouble(why.status ? why.message : "The server does not answer. This page keeps trying.");
    if (!why.status) setTimeout(load, 2000);
    return;
  }
  trouble("");
  if (outbox === null) open(view);
  // An answer that an earlier page could not send goes first; what the server says to it is shown.
  const there = page.ready && view.phase === "trial" && view.item === page.view.item;
  if (outbox.waiting() === 0 && !there) show(view);
}

function trouble(text) {
  find("trouble").textContent = text;
  find("trouble").hidden = !text;
}

function show(view) {
  page.view = view;
  page.ready = false;
  page.drawn += 1;
  for (const phase of PHASES) find(phase).hidden = phase !== view.phase;
  find("progress").hidden = view.phase !== "trial";
  find("leaving").close();
  scrollTo(0, 0);
  const shown = { consent: showConsent, instructions: showInstructions, trial: showTrial, end: showEnd }[view.phase];
  if (shown) shown(view);
  else find(view.phase).querySelector("h1").focus();
}

function showConsent(view) {
  prose(find("consent-text"), view.consent);
  find("placeholder").hidden = !view.placeholder;
  find("agree").checked = false;
  find("consent-on").disabled = true;
}

function showInstructions(view) {
  prose(find("instructions-text"), view.instructions);
  prose(find("instructions-criteria"), view.criteria);
  find("instructions-criteria").hidden = !view.criteria;
  find("begin").disabled = false;
  find("instructions-text").querySelector("h2, p")?.setAttribute("tabindex", "-1");
  find("instructions-text").querySelector("h2, p")?.focus();
}

function showEnd(view) {
  find("code").textContent = view.code;
  find("end").querySelector("h1").focus();
}

async function showTrial(view) {
  find("count").textContent = `${view.trial + 1} of ${view.of}`;
  find("bar").value = view.trial / view.of;
  const rated = !view.options;
  find("question").textContent = view.question || (rated ? "How good is this drawing?" : "");
  find("options").hidden = rated;
  find("rating").hidden = !rated;
  find("notes").replaceChildren(...view.notes.map((text) => Object.assign(document.createElement("pre"), { textContent: text })));
  find("criteria").hidden = !view.criteria;
  prose(find("criteria-text"), view.criteria);
  if (rated) showScale(view.scale);
  else showOptions(view.options);
  enable(false);
  find("question").focus({ preventScroll: true });
  await showPictures(view);
}

/** Nothing can be answered, and no time runs, before the pictures are there. */
async function showPictures(view) {
  const { drawn } = page;
  find("trial").classList.toggle("several", view.pictures.length > 1);
  find("pictures").classList.remove("large");
  const images = view.pictures.map((picture, place) => {
    const image = new Image();
    image.alt = picture.caption || (view.pictures.length > 1 ? `Picture ${place + 1}` : "The picture of the question");
    image.src = picture.address;
    return image;
  });
  find("pictures").replaceChildren(...images.map((image, place) => {
    const figure = document.createElement("figure");
    figure.append(image);
    const caption = view.pictures[place].caption;
    if (caption) figure.append(Object.assign(document.createElement("figcaption"), { textContent: caption }));
    return figure;
  }));
  try {
    await Promise.all(images.map((image) => image.decode()));
  } catch {
    if (drawn !== page.drawn) return;
    trouble("The picture could not be loaded. This page keeps trying.");
    setTimeout(() => { if (drawn === page.drawn) load(); }, 2000);
    return;
  }
  if (drawn !== page.drawn) return;
  trouble("");
  watch.start();
  for (const address of view.next) new Image().src = address;
  await new Promise((done) => setTimeout(done, TOO_SOON));
  if (drawn !== page.drawn) return;
  page.ready = true;
  enable(true);
}

function enable(on) {
  for (const button of find("options").querySelectorAll("button")) button.disabled = !on;
  for (const input of find("scale").querySelectorAll("input")) input.disabled = !on;
  find("rated").disabled = !on || rating() === null;
}

function answer(chosen) {
  if (!page.ready) return;
  page.ready = false;
  enable(false);
  send("/api/answer", { item: page.view.item, chosen, took: watch.seconds() });
}

// --- choices

/** An option that is a digit has its own key; the others are counted from 1. */
function keyOf(options, place) {
  return options.every((option) => /^[0-9]$/.test(option)) ? options[place] : String(place + 1);
}

function showOptions(options) {
  find("options").classList.toggle("many", options.length > 6);
  find("options").replaceChildren(...options.map((option, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "false");
    const key = Object.assign(document.createElement("kbd"), { textContent: keyOf(options, place) });
    key.setAttribute("aria-hidden", "true");
    button.append(key, Object.assign(document.createElement("span"), { textContent: option }));
    button.addEventListener("click", () => choose(place));
    return button;
  }));
}

function choose(place) {
  if (!page.ready) return;
  find("options").children[place].setAttribute("aria-pressed", "true");
  answer(place);
}

// --- ratings

function showScale([low, high]) {
  find("scale-legend").textContent = `Your rating, from ${low} to ${high}`;
  page.typed = { digit: "", at: 0 };
  const labels = [];
  for (let value = low; value <= high; value += 1) {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "rating", value: String(value) });
    label.append(input, Object.assign(document.createElement("span"), { textContent: String(value) }));
    labels.push(label);
  }
  find("scale").replaceChildren(...labels);
}

function rating() {
  const chosen = find("scale").querySelector("input:checked");
  return chosen ? Number(chosen.value) : null;
}

function rate(value) {
  const input = find("scale").querySelector(`input[value="${value}"]`);
  if (!input || input.disabled) return;
  input.checked = true;
  input.focus();
  enable(true);
}

function typeRating(digit) {
  const now = performance.now();
  const ten = digit === "0" && page.typed.digit === "1" && now - page.typed.at < TEN_WITHIN;
  page.typed = { digit, at: now };
  rate(ten ? "10" : digit);
}

// --- what people do

document.addEventListener("keydown", (event) => {
  const plain = !event.repeat && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (!plain || !page.ready || page.view.phase !== "trial" || find("leaving").open) return;
  const { options } = page.view;
  if (options) {
    const place = options.findIndex((_, number) => keyOf(options, number) === event.key);
    if (place >= 0) choose(place);
  } else if (/^[0-9]$/.test(event.key)) {
    typeRating(event.key);
  } else if (event.key === "Enter" && rating() !== null && event.target.tagName !== "SUMMARY" && event.target.id !== "leave") {
    event.preventDefault();
    answer(rating());
  }
});

find("pictures").addEventListener("click", () => find("pictures").classList.toggle("large"));
find("scale").addEventListener("change", () => enable(page.ready));
find("rating").addEventListener("submit", (event) => {
  event.preventDefault();
  if (rating() !== null) answer(rating());
});
find("agree").addEventListener("change", () => { find("consent-on").disabled = !find("agree").checked; });
find("consent-on").addEventListener("click", () => {
  find("consent-on").disabled = true;
  send("/api/consent", { agreed: find("agree").checked });
});
find("begin").addEventListener("click", () => {
  find("begin").disabled = true;
  send("/api/begin");
});
find("leave").addEventListener("click", () => find("leaving").showModal());
find("stay").addEventListener("click", () => find("leaving").close());
find("leave-on").addEventListener("click", () => send("/api/withdraw"));
find("copy").addEventListener("click", async () => {
  const copied = await navigator.clipboard?.writeText(find("code").textContent).then(() => true, () => false);
  find("copy").textContent = copied ? "Copied" : "Select it and copy it";
});
// A page that comes out of the browser's memory shows what was asked then, not what is asked now.
addEventListener("pageshow", (event) => { if (event.persisted) load(); });

load();
