"use strict";

/* Cards of responses, for the report and for the page that browses runs. Output of models is inserted as text, never as
   markup. */

const LONG = 1500; // characters of a text shown before "Show all"
const VERDICTS = {
  right: { sign: "✓", word: "right" },
  partly: { sign: "◐", word: "partly" },
  wrong: { sign: "✗", word: "wrong" },
  unscored: { sign: "–", word: "not scored" },
  gained: { sign: "▲", word: "gained" },
  lost: { sign: "▼", word: "lost" },
  same: { sign: "=", word: "unchanged" },
};

const find = (id) => document.getElementById(id);

let data; // the rows and the runs with their cards, as gallery.py describes them
let stored; // returns a text or a picture by its kind and its number
const text = (place) => stored("texts", place);

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}

const unscored = (card) => card.status === "infra_error" || card.status === "not_scored";

function verdictOf(card) {
  if (card.before) return flipOf(card);
  if (unscored(card)) return "unscored";
  if (card.value >= 1) return "right";
  return card.value <= 0 ? "wrong" : "partly";
}

/* A pair of answers to one row: the card of the second run, with the card of the first run as `before`. */
function flipOf({ before, ...after }) {
  if (unscored(before) || unscored(after)) return "unscored";
  if (after.value === before.value) return "same";
  return after.value > before.value ? "gained" : "lost";
}

function pairUp({ first, second }) {
  const name = (run, card) => `${data.rows[run.rows][card.row].id} ${card.sample || 1}`;
  const before = new Map(data.runs[first].cards.map((card) => [name(data.runs[first], card), card]));
  const after = data.runs[second];
  const cards = after.cards.map((card, index) => ({ ...card, index })).filter((card) => before.has(name(after, card)));
  return { ...after, pair: [data.runs[first], after], cards: cards.map((card) => ({ ...card, before: before.get(name(after, card)) })) };
}

/* One card. */

function figure(label, picture, instead, description) {
  const content =
    picture === undefined
      ? make("p", { class: "undrawn", ...(instead ? { tabindex: 0 } : {}) }, make("strong", {}, "No picture"), instead)
      : make("img", {
          src: `data:image/webp;base64,${stored("pictures", picture)}`,
          alt: description,
          width: 256,
          height: 256,
          decoding: "async",
        });
  return make("figure", {}, content, make("figcaption", {}, label));
}

/* Reference and answer overlaid: common parts in grey, parts of the reference only in red (missing), parts of the answer
   only in blue (extra), and parts whose colour differs in violet. */
const MISSING = [200, 40, 30];
const EXTRA = [30, 80, 210];
const OTHER = [150, 40, 190];
const MARKED = 384;

async function pixels(picture, size) {
  const image = Object.assign(new Image(), { src: `data:image/webp;base64,${stored("pictures", picture)}` });
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.fillStyle = "#fff";
  context.fillRect(0, 0, size, size);
  const scale = size / Math.max(image.width, image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  context.drawImage(image, (size - width) / 2, (size - height) / 2, width, height);
  return { canvas, context, shown: context.getImageData(0, 0, size, size) };
}

function blend({ data: wanted }, { data: given }) {
  for (let place = 0; place < wanted.length; place += 4) {
    const there = 255 - Math.min(wanted[place], wanted[place + 1], wanted[place + 2]);
    const drawn = 255 - Math.min(given[place], given[place + 1], given[place + 2]);
    const apart = Math.max(...[0, 1, 2].map((channel) => Math.abs(wanted[place + channel] - given[place + channel])));
    const [color, weight] = apart < 48 ? [[120, 120, 120], Math.max(there, drawn) / 2] : there < 40 ? [EXTRA, drawn] : drawn < 40 ? [MISSING, there] : [OTHER, apart];
    for (const channel of [0, 1, 2]) given[place + channel] = 255 + ((color[channel] - 255) * Math.min(255, weight)) / 255;
  }
}

/* A pale picture with the errors that the benchmark located: a line along an element, a ring around an atom. */
async function marked(picture, marks, label) {
  const { canvas, context } = await pixels(picture, MARKED);
  context.fillStyle = "rgb(255 255 255 / 45%)";
  context.fillRect(0, 0, MARKED, MARKED);
  for (const [, kind, points] of marks) {
    context.beginPath();
    if (points.length === 1) context.arc(points[0][0] * MARKED, points[0][1] * MARKED, MARKED / 28, 0, 2 * Math.PI);
    else for (const [x, y] of points) context.lineTo(x * MARKED, y * MARKED);
    context.lineWidth = MARKED / 100;
    context.strokeStyle = `rgb(${{ missing: MISSING, extra: EXTRA }[kind] || OTHER})`;
    context.stroke();
  }
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  return canvas;
}

async function pointedAt(row, card) {
  const on = (name) => card.marks.filter(([place]) => place === name);
  const [reference, answer] = await Promise.all([
    marked(row.picture, on("reference"), `Parts missing from the answer to ${row.id}`),
    marked(card.picture, on("answer"), `Errors in the answer to ${row.id}`),
  ]);
  return make("figure", { class: "overlay pointed" }, make("div", {}, reference, answer), legend("incorrect"));
}

function legend(other) {
  const key = (kind, word) => make("span", {}, make("i", { class: kind }), word);
  return make("figcaption", {}, key("missing", "missing"), " ", key("extra", "extra"), " ", key("other", other));
}

async function overlay(row, card) {
  if (card.marks) return pointedAt(row, card);
  const [wanted, given] = await Promise.all([pixels(row.picture, 256), pixels(card.picture, 256)]);
  blend(wanted.shown, given.shown);
  given.context.putImageData(given.shown, 0, 0);
  given.canvas.setAttribute("role", "img");
  given.canvas.setAttribute("aria-label", `Differences between the reference and the answer to ${row.id}`);
  return make("figure", { class: "overlay" }, given.canvas, legend("other colour"));
}

function overlayDetails(row, card) {
  if (row.picture === undefined || card.picture === undefined || row.picture === card.picture) return null;
  const element = make("details", {}, make("summary", {}, "Differences"));
  element.addEventListener("toggle", async () => element.append(await overlay(row, card)), { once: true });
  return element;
}

function words(label, content) {
  return make("figure", { class: "words" }, make("p", {}, content || "(empty)"), make("figcaption", {}, label));
}

function views(run, row, card) {
  if (run.drawing) {
    const instead = (each) => (each.undrawn === each.reason ? "" : each.undrawn || ""); // the card shows its reason below
    const answer = (label, each) => figure(label, each.picture, instead(each), `${label} to ${row.id}`);
    return make(
      "div",
      { class: Boolean(card.before) !== (row.given !== undefined) ? "views three" : "views" },
      row.given === undefined ? null : figure("Given", row.given, "", `Starting picture of ${row.id}`),
      figure("Reference", row.picture, "This row has no reference picture.", `Reference of ${row.id}`),
      ...(card.before ? [answer(run.pair[0].model, card.before), answer(run.model, card)] : [answer("Answer", card)]),
    );
  }
  if (card.before) {
    return make(
      "div",
      { class: "views" },
      row.picture === undefined ? null : figure("Given", row.picture, "", `Picture of ${row.id}`),
      make("div", { class: "pair" }, words(run.pair[0].model, card.before.answer), words(run.model, card.answer)),
    );
  }
  const given = row.picture === undefined ? null : figure("Given", row.picture, "", `Picture of ${row.id}`);
  const reference = text(row.reference);
  return make(
    "div",
    { class: "views" },
    given,
    make("div", { class: "pair" }, reference.length < 200 ? words("Reference", reference) : null, words("Answer", card.answer)),
  );
}

/* Syntax colours that work for all program languages: comments, strings, commands and tags, numbers. */
const TOKENS =
  /(?<comment><!--[^]*?-->|(?:^|\s)(?:#|\/\/|%)[ \t][^\n]*)|(?<string>"[^"\n]*"|'[^'\n]*')|(?<word><\/?[A-Za-z][\w:.-]*|\/?>|\\[A-Za-z@]+|\b(?:def|for|while|if|elif|else|return|import|from|in|class|lambda|digraph|graph|subgraph|node|edge)\b)|(?<number>(?<![\w#.-])-?\d+(?:\.\d+)?)/g;

function colored(content) {
  const pieces = [];
  let last = 0;
  for (const match of content.matchAll(TOKENS)) {
    const [kind] = Object.entries(match.groups).find(([, found]) => found !== undefined);
    if (match.index > last) pieces.push(content.slice(last, match.index));
    pieces.push(make("span", { class: `token-${kind}` }, match[0]));
    last = match.index + match[0].length;
  }
  return [...pieces, content.slice(last)];
}

function passage(content) {
  const shown = make("pre", { tabindex: 0 }, ...(content.length > LONG ? [...colored(content.slice(0, LONG)), "…"] : colored(content || "(empty)")));
  if (content.length <= LONG) return [shown];
  const button = make("button", { type: "button" }, `Show all ${content.length.toLocaleString("en")} characters`);
  button.addEventListener("click", () => {
    shown.replaceChildren(...colored(content));
    shown.focus();
    button.remove();
  });
  return [shown, button];
}

function details(label, place) {
  const element = make("details", {}, make("summary", {}, label));
  element.addEventListener("toggle", () => element.append(...passage(text(place))), { once: true });
  return element;
}

const told = (run, card) => `${run.model}: ${card.value} (${card.status}) ${card.reason}`;

function cardElement(run, card, number) {
  const row = data.rows[run.rows][card.row];
  const verdict = verdictOf(card);
  const { sign, word } = VERDICTS[verdict];
  const heading = `card-${number}`;
  const facts = [...row.groups, ...Object.entries(card.parts || {}).map(([name, value]) => `${name} ${value}`)];
  return make(
    "article",
    { class: `card ${verdict}`, "aria-labelledby": heading },
    views(run, row, card),
    make(
      "p",
      { class: "verdict" },
      make("span", { class: "badge" }, make("span", { "aria-hidden": "true" }, sign), verdict === "partly" ? `${card.value}` : word),
      make("span", { class: "status" }, make("i", { class: `status-${card.status}` }), card.status),
    ),
    make("h3", { id: heading }, row.id, card.sample ? make("span", {}, ` sample ${card.sample}`) : null),
    row.caption ? make("p", { class: "caption" }, row.caption) : null,
    card.before ? make("p", { class: "reason" }, told(run.pair[0], card.before)) : null,
    card.reason ? make("p", { class: "reason" }, card.before ? told(run, card) : card.reason) : null,
    facts.length ? make("p", { class: "facts" }, facts.join(" · ")) : null,
    card.differs ? make("p", { class: "facts" }, "resvg and CairoSVG render this answer differently") : null,
    make(
      "div",
      { class: "passages" },
      run.drawing ? overlayDetails(row, card) : null,
      details("Prompt", card.prompt),
      ...(card.turns || []).map((place, turn) => details(`Reply ${turn + 1}`, place)),
      card.thinking === undefined ? null : details("Thinking", card.thinking),
      card.before ? details(`Completion of ${run.pair[0].model}`, card.before.completion) : null,
      details(card.before ? `Completion of ${run.model}` : "Completion", card.completion),
      details("Reference answer", row.reference),
    ),
  );
}
