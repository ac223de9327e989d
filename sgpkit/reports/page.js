"use strict";

/* The gallery of a report. */

const PAGE = 60; // cards added at a time

/* Texts and pictures are stored in numbered blocks of JSON. Blocks of texts are compressed and unpacked at the start. */
const blocks = new Map();

async function unpack(element) {
  const packed = Uint8Array.from(atob(JSON.parse(element.textContent)), (letter) => letter.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  blocks.set(element.id, JSON.parse(await new Response(plain).text()));
}

function block(name) {
  if (!blocks.has(name)) blocks.set(name, JSON.parse(find(name).textContent));
  return blocks.get(name);
}

stored = (kind, place) => block(`${kind}-${Math.floor(place / data.block)}`)[place % data.block];

/* The cards of the chosen run that match all filters, added page by page. */

let shelves;
const chosen = { run: 0, verdict: "all", status: "all", order: "data", query: "" };
const haystacks = new Map();
let matching = [];
let added = 0;

function haystack(run, card) {
  if (!haystacks.has(card)) {
    const row = data.rows[run.rows][card.row];
    const parts = [row.id, row.caption, card.reason, card.status, ...row.groups, text(card.completion)];
    if (card.differs) parts.push("renderers differ");
    if (card.before) parts.push(card.before.reason, card.before.status, text(card.before.completion));
    haystacks.set(card, parts.join("\n").toLowerCase());
  }
  return haystacks.get(card);
}

const ORDERS = {
  data: () => 0,
  worst: (one, other) => one.value - other.value,
  best: (one, other) => other.value - one.value,
  longest: (one, other) => text(other.completion).length - text(one.completion).length,
};

function apply() {
  const run = shelves[chosen.run];
  const query = chosen.query.trim().toLowerCase();
  matching = run.cards
    .filter((card) => chosen.verdict === "all" || verdictOf(card) === chosen.verdict)
    .filter((card) => chosen.status === "all" || card.status === chosen.status || card.before?.status === chosen.status)
    .filter((card) => query === "" || haystack(run, card).includes(query))
    .sort(ORDERS[chosen.order]);
  const all = run.cards.length.toLocaleString("en");
  const some = matching.length.toLocaleString("en");
  const whose = run.pair ? "pairs of responses" : "responses of this run";
  find("count").textContent = matching.length === run.cards.length ? `All ${all} ${whose}` : `${some} of ${all} ${whose}`;
  find("cards").replaceChildren();
  if (find("cards").getBoundingClientRect().top < 0) find("responses").scrollIntoView();
  added = 0;
  if (matching.length) addPage();
  else {
    find("more").hidden = true;
    find("cards").append(make("p", { class: "notice" }, "No response matches these filters."));
  }
}

function addPage() {
  const run = shelves[chosen.run];
  const next = matching.slice(added, added + PAGE);
  find("cards").append(...next.map((card, index) => cardElement(run, card, added + index)));
  added += next.length;
  find("more").hidden = added >= matching.length;
}

/* The controls. */

function count(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
  return counts;
}

function fillRuns() {
  const configs = new Map();
  data.runs.forEach((run, place) => {
    if (!configs.has(run.config)) configs.set(run.config, make("optgroup", { label: run.config }));
    configs.get(run.config).append(make("option", { value: place }, `${run.label} (${run.folder})`));
  });
  const pairs = shelves.slice(data.runs.length).map(({ pair: [first, second] }, place) =>
    make("option", { value: data.runs.length + place }, `${second.label} against ${first.label}`),
  );
  find("run").append(...(pairs.length ? [make("optgroup", { label: "compared" }, ...pairs)] : []), ...configs.values());
}

function chooseRun(place) {
  chosen.run = place;
  find("run").value = place;
  const { cards } = shelves[place];
  const statuses = count(cards.map((card) => card.status));
  const verdicts = count(cards.map(verdictOf));
  if (!statuses.has(chosen.status)) chosen.status = "all";
  if (!verdicts.has(chosen.verdict)) chosen.verdict = "all";
  find("status").replaceChildren(
    make("option", { value: "all" }, "any"),
    ...[...statuses].map(([status, number]) => make("option", { value: status }, `${status} (${number})`)),
  );
  find("status").value = chosen.status;
  const always = shelves[place].pair ? ["gained", "lost"] : ["right", "wrong"];
  const offered = Object.keys(VERDICTS).filter((name) => verdicts.has(name) || always.includes(name));
  find("verdicts").replaceChildren(
    choice("all", "all", cards.length),
    ...offered.map((name) => choice(name, `${VERDICTS[name].sign} ${VERDICTS[name].word}`, verdicts.get(name) || 0)),
  );
}

function choice(name, label, number) {
  const input = make("input", { type: "radio", name: "verdict", value: name });
  input.checked = chosen.verdict === name;
  input.disabled = number === 0;
  return make("label", {}, input, make("span", {}, `${label} `, make("b", {}, number.toLocaleString("en"))));
}

function listen() {
  find("run").addEventListener("change", (event) => {
    chooseRun(Number(event.target.value));
    apply();
  });
  for (const name of ["status", "order"]) {
    find(name).addEventListener("change", (event) => {
      chosen[name] = event.target.value;
      apply();
    });
  }
  find("verdicts").addEventListener("change", (event) => {
    chosen.verdict = event.target.value;
    apply();
  });
  let waiting = 0;
  find("query").addEventListener("input", (event) => {
    chosen.query = event.target.value;
    clearTimeout(waiting);
    waiting = setTimeout(apply, 150);
  });
  for (const link of document.querySelectorAll("a[data-run], a[data-pair]")) {
    link.addEventListener("click", () => {
      const { run, pair, status = "all", verdict = "all" } = link.dataset;
      Object.assign(chosen, { verdict, status, query: "" });
      find("query").value = "";
      chooseRun(pair === undefined ? Number(run) : data.runs.length + Number(pair));
      apply();
    });
  }
  find("more").addEventListener("click", addPage);
  new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting) && added < matching.length) addPage();
    },
    { rootMargin: "600px" },
  ).observe(find("more"));
}

async function start() {
  await Promise.all([...document.querySelectorAll("#data, script[id^='texts-']")].map(unpack));
  data = block("data");
  shelves = [...data.runs, ...data.pairs.map(pairUp)];
  for (const place of document.querySelectorAll("[data-highlights]")) await showHighlights(place, data.highlights[place.dataset.highlights]);
  fillRuns();
  chooseRun(data.pairs.length ? data.runs.length : 0);
  find("responses").hidden = false;
  apply();
  listen();
}

const started = start();
