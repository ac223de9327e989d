"use strict";

/* The runs below a folder, the responses of one or two of them, and all answers to one row. The address after # says
   which of these is shown; everything comes from the server that served this page. */

const SOON = 2000; // milliseconds until unfinished runs are read again
const LATER = 15000;
const SIGNS = { running: "running", incomplete: "incomplete", unscored: "not scored", scored: "scored" };
const FILTERS = { verdict: "all", status: "all", order: "data", query: "", start: "0" };

stored = (kind, place) => data[kind][place];

let runs = [];
let shown = ""; // the address of what is on the page

async function ask(path, parameters = {}) {
  const query = new URLSearchParams(parameters);
  const reply = await fetch(`${path}?${query}`);
  const content = await reply.json();
  if (!reply.ok) throw new Error(content.error || reply.statusText);
  return content;
}

function address(view, parameters) {
  const kept = Object.entries(parameters).filter(([name, value]) => value !== "" && value !== undefined && FILTERS[name] !== value);
  return `#${new URLSearchParams([["view", view], ...kept])}`;
}

function wanted() {
  const given = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  return given.view === "responses" || given.view === "row" ? given : { view: "runs" };
}

const number = (value) => value.toLocaleString("en");
const byName = (name) => runs.find((run) => run.name === name);
const label = (run) => `${run.model}, ${run.method} (${run.name})`;

/* Trouble is shown above what was there before. */
function problem(text) {
  find("problem").textContent = text;
  find("problem").hidden = text === "";
}

/* The runs. */

const picked = new Set();

function stateOf(run) {
  const kind = Object.keys(SIGNS).find((name) => SIGNS[name] === run.state);
  const parts = [make("b", {}, run.state)];
  if (run.failed) parts.push(` ${number(run.failed)} failed`);
  if (run.seconds !== undefined) parts.push(make("small", {}, ` last answer ${ago(run.seconds)}`));
  return make("td", { role: "cell", class: `state ${kind}` }, ...parts);
}

function ago(seconds) {
  if (seconds < 90) return `${seconds} s ago`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min ago`;
  return `${Math.round(seconds / 3600)} h ago`;
}

function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function interval(run) {
  if (!run.bar || !run.bar.length) return "";
  const [value, low, high] = run.bar.map((share) => share === null ? null : 100 * share);
  const whisker = low === null ? [] : [svg("path", { class: "whisker", "vector-effect": "non-scaling-stroke", d: `M${low} 8H${high}M${low} 3V13M${high} 3V13` })];
  return svg(
    "svg",
    { class: "interval", viewBox: "0 0 100 16", preserveAspectRatio: "none", role: "img", "aria-label": `${run.figure}${run.interval ? `, 95 % interval ${run.interval}` : `, ${run.no_interval}`}` },
    svg("rect", { class: "track", width: 100, height: 16 }),
    svg("rect", { class: "value", y: 4, width: value, height: 8 }),
    ...whisker,
  );
}

function chart(run) {
  if (run.state === "scored") return interval(run);
  const done = run.answered || 0;
  const bar = make("progress", { max: run.expected, value: done, "aria-label": `Answers of ${run.model}` });
  return [bar, make("small", {}, `${number(done)} of ${number(run.expected)} answered`)];
}

function runLine(run) {
  const box = make("input", { type: "checkbox", id: `pick-${run.name}`, "aria-label": `Choose ${label(run)} for a comparison` });
  box.checked = picked.has(run.name);
  box.addEventListener("change", () => pick(run.name, box.checked));
  return make(
    "tr",
    { role: "row", class: "run-line", "data-run": run.name },
    make("td", { role: "cell", class: "pick" }, box),
    ...runCells(run),
  );
}

function runCells(run) {
  const open = make("a", { href: address("responses", { run: run.name }) }, run.model);
  return [
    make("th", { scope: "row", role: "rowheader" }, open, make("span", { class: "method" }, `${run.engine}, ${run.method}${run.samples > 1 ? `, ${run.samples} samples per row` : ""}`), make("code", { class: "folder" }, run.name)),
    make("td", { role: "cell", class: "number" }, make("strong", {}, run.figure || "–"), run.figure ? make("small", {}, run.interval || run.no_interval) : null),
    make("td", { role: "cell", class: "chart" }, ...[chart(run)].flat()),
    make("td", { role: "cell", class: "number", "data-label": "n" }, number(run.n ?? run.expected)),
    stateOf(run),
  ];
}

function pick(name, on) {
  if (on) picked.add(name);
  else picked.delete(name);
  showChoice();
}

function showChoice() {
  const chosen = [...picked].map(byName).filter(Boolean);
  const alike = chosen.length === 2 && chosen[0].config === chosen[1].config;
  find("choice").hidden = chosen.length === 0;
  find("compare").disabled = !alike;
  const names = chosen.map((run) => run.model).join(" and ");
  find("chosen").textContent = alike ? names : chosen.length < 2 ? `${names}: choose another run of ${chosen[0]?.config}` : "Choose exactly two runs of one benchmark";
}

function configSection(config, members) {
  const head = ["Compare", "Run", members.find((run) => run.headline)?.headline || "score", "95 % interval, or progress", "n", "State"];
  const heading = make("h2", { id: `config-${config}` }, `${members[0].title} `, make("code", {}, config));
  return make(
    "section",
    { "aria-labelledby": heading.id },
    heading,
    make(
      "table",
      { class: "overview", role: "table", "aria-labelledby": heading.id },
      make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...head.map((name, place) => make("th", { scope: "col", role: "columnheader", class: ["pick", "", "number", "chart", "number", ""][place] }, name)))),
      make("tbody", { role: "rowgroup" }, ...members.map(runLine)),
    ),
  );
}

/* Lines change in place, so that what is focused stays. */
const states = new Map();

function showRuns() {
  const readable = runs.filter((run) => !run.error);
  const names = JSON.stringify(readable.map((run) => [run.config, run.name]));
  if (find("configs").dataset.names !== names) {
    const configs = new Map();
    for (const run of readable) configs.set(run.config, [...(configs.get(run.config) || []), run]);
    find("configs").replaceChildren(...[...configs].map(([config, members]) => configSection(config, members)));
    find("configs").dataset.names = names;
  } else {
    for (const line of document.querySelectorAll("tr.run-line")) {
      const run = byName(line.dataset.run);
      const focused = line.contains(document.activeElement) && document.activeElement.tagName === "A";
      if (states.get(run.name) === JSON.stringify(run)) continue;
      line.replaceChildren(line.firstChild, ...runCells(run));
      if (focused) line.querySelector("a").focus();
    }
  }
  for (const run of readable) states.set(run.name, JSON.stringify(run));
  showChoice();
  const running = readable.filter((run) => run.state === SIGNS.running);
  const parts = [`${number(readable.length)} ${readable.length === 1 ? "run" : "runs"}`];
  if (running.length) parts.push(`${running.length} running: ${number(sum(running, "answered"))} of ${number(sum(running, "expected"))} answered`);
  const broken = runs.filter((run) => run.error);
  if (broken.length) parts.push(`not readable: ${broken.map((run) => `${run.name} (${run.error})`).join("; ")}`);
  say(readable.length ? `${parts.join(", ")}.` : "No run yet. Runs appear here when they start.");
}

const sum = (list, name) => list.reduce((total, item) => total + item[name], 0);

function say(text) {
  if (find("lead").textContent !== text) find("lead").textContent = text;
}

/* Responses, page by page. */

let filters = { ...FILTERS };

async function showResponses(given) {
  filters = { ...FILTERS, ...given };
  const { run, against } = filters;
  const asked = { run, ...(against ? { against } : {}), verdict: filters.verdict, status: filters.status, order: filters.order, query: filters.query, start: filters.start };
  const reply = await ask("api/responses", asked);
  if (shown !== location.hash) return;
  data = reply;
  const shelf = against ? pairUp({ first: 0, second: 1 }) : reply.runs[0];
  fillRuns(run, against);
  fillFilters(reply);
  const some = number(reply.total);
  const what = against ? "pairs of responses" : "responses";
  find("count").textContent = reply.total === reply.all ? `All ${some} ${what}` : `${some} of ${number(reply.all)} ${what}`;
  find("cards").className = against ? "cards two" : "cards";
  const cards = shelf.cards.map((card, place) => withLink(cardElement(shelf, card, place), shelf, card));
  find("cards").replaceChildren(...(cards.length ? cards : [make("p", { class: "notice" }, reply.all ? "No response matches these filters." : "No responses yet.")]));
  const pages = Math.max(1, Math.ceil(reply.total / reply.page));
  const page = Math.floor(reply.start / reply.page) + 1;
  find("page").max = pages;
  find("page").value = page;
  find("pages").textContent = number(pages);
  find("previous").disabled = page === 1;
  find("next").disabled = page === pages;
  document.querySelector(".pager").hidden = pages === 1;
  find("news").hidden = true;
  answeredThen = byName(run)?.answered;
}

let answeredThen; // of the run that is shown

function showNews() {
  const run = byName(filters.run);
  const added = run && answeredThen !== undefined ? run.answered - answeredThen : 0;
  find("news").hidden = added <= 0;
  find("reload").textContent = `Show ${number(added)} new ${added === 1 ? "answer" : "answers"}`;
}

function withLink(element, shelf, card) {
  const row = data.rows[shelf.rows][card.row];
  const parameters = { config: shelf.config, id: row.id, run: filters.run, against: filters.against };
  element.append(make("p", { class: "go" }, make("a", { href: address("row", parameters) }, "All answers to this row")));
  return element;
}

function options(select, entries, value) {
  select.replaceChildren(...entries.map(([name, text]) => make("option", { value: name }, text)));
  select.value = value;
}

function fillRuns(run, against) {
  const readable = runs.filter((one) => !one.error);
  options(find("run"), readable.map((one) => [one.name, `${one.config}: ${label(one)}`]), run);
  const others = readable.filter((one) => one.name !== run && one.config === byName(run)?.config);
  options(find("against"), [["", "no other run"], ...others.map((one) => [one.name, label(one)])], against || "");
}

function fillFilters(reply) {
  const always = filters.against ? ["gained", "lost", "same"] : ["right", "wrong"];
  const offered = Object.keys(VERDICTS).filter((name) => name in reply.verdicts || always.includes(name));
  const focused = document.activeElement?.name === "verdict";
  find("verdicts").replaceChildren(
    choice("all", "all", reply.all),
    ...offered.map((name) => choice(name, `${VERDICTS[name].sign} ${VERDICTS[name].word}`, reply.verdicts[name] || 0)),
  );
  if (focused) find("verdicts").querySelector("input:checked")?.focus();
  options(find("status"), [["all", "any"], ...Object.entries(reply.statuses).map(([name, count]) => [name, `${name} (${number(count)})`])], filters.status);
  find("order").value = filters.order;
  if (document.activeElement !== find("query")) find("query").value = filters.query;
}

function choice(name, text, count) {
  const input = make("input", { type: "radio", name: "verdict", value: name });
  input.checked = filters.verdict === name;
  input.disabled = count === 0 && !input.checked;
  return make("label", {}, input, make("span", {}, `${text} `, make("b", {}, number(count))));
}

function go(changes) {
  location.hash = address("responses", { ...filters, view: undefined, start: "0", ...changes });
}

/* All answers to one row, and any two of them side by side. */

async function showRow(given) {
  const reply = await ask("api/row", { config: given.config, id: given.id });
  if (shown !== location.hash) return;
  data = reply;
  const answers = reply.runs.flatMap((run, place) => run.cards.map((card) => ({ run, card, name: `${reply.names[place]}#${card.sample || 1}`, runName: reply.names[place] })));
  const described = ({ run, card, runName }) => `${run.label}${card.sample ? `, sample ${card.sample}` : ""}: ${VERDICTS[verdictOf(card)].word} (${runName})`;
  const first = answers.findIndex((one) => one.runName === (given.against || given.run));
  const second = answers.findIndex((one, place) => place !== first && (given.against === undefined || one.runName === given.run));
  const entries = answers.map((one, place) => [String(place), described(one)]);
  options(find("left"), entries, String(Math.max(0, first)));
  options(find("right"), entries, String(second < 0 ? Math.max(0, first) : second));
  const pair = () => find("pair").replaceChildren(sideBySide(answers[find("left").value], answers[find("right").value]));
  find("left").onchange = pair;
  find("right").onchange = pair;
  pair();
  find("answers").replaceChildren(
    ...answers.map(({ run, card }, place) => {
      const element = cardElement(run, card, `answer-${place}`);
      element.querySelector("h3").replaceChildren(`${run.label}${card.sample ? `, sample ${card.sample}` : ""}`);
      return element;
    }),
  );
}

function sideBySide(left, right) {
  const before = left.card;
  const run = { ...right.run, pair: [left.run, right.run] };
  const element = cardElement(run, { ...right.card, before }, "pair");
  const column = ({ run: of, card }) => make("div", {}, make("h3", {}, `${of.label}${card.sample ? `, sample ${card.sample}` : ""}`), ...passage(text(card.completion)));
  element.append(make("div", { class: "side" }, column(left), column(right)));
  return element;
}

/* What the address names. */

const VIEWS = {
  runs: { title: () => "Runs", show: async () => showRuns() },
  responses: {
    title: (given) => [byName(given.run)?.model || given.run, ...(given.against ? [`against ${byName(given.against)?.model || given.against}`] : [])].join(" "),
    show: showResponses,
  },
  row: { title: (given) => given.id, show: showRow },
};

async function show() {
  const given = wanted();
  const changed = shown.split("&start=")[0] !== location.hash.split("&start=")[0];
  shown = location.hash;
  const { title, show: fill } = VIEWS[given.view];
  for (const name of Object.keys(VIEWS)) find(`${name}-view`).hidden = name !== given.view;
  find("title").textContent = title(given);
  document.title = `${title(given)}: sgpkit runs`;
  find("home").textContent = given.view === "runs" ? "sgpkit runs" : "← All runs";
  if (given.view !== "runs") say(given.view === "row" ? given.config || "" : byName(given.run)?.title || "");
  problem("");
  try {
    const { view, ...parameters } = given;
    await fill(parameters);
  } catch (error) {
    problem(error.message);
  }
  if (changed && started && !find("responses-view").contains(document.activeElement)) find("title").focus({ preventScroll: true });
  if (!changed) find("responses-view").scrollIntoView();
  else if (started && given.view !== "responses") scrollTo(0, 0);
}

let started = false;

async function watch() {
  try {
    ({ runs } = await ask("api/runs"));
    if (started) problem("");
    if (started && wanted().view === "runs") showRuns();
    if (started && wanted().view === "responses") showNews();
  } catch {
    problem("The server does not answer. Start it again: sgpkit report FOLDER --serve");
  }
  setTimeout(watch, runs.some((run) => run.state === SIGNS.running) ? SOON : LATER);
}

function listen() {
  addEventListener("hashchange", show);
  find("run").addEventListener("change", (event) => {
    const same = byName(event.target.value)?.config === byName(filters.run)?.config;
    go({ run: event.target.value, against: same && filters.against !== event.target.value ? filters.against : "" });
  });
  find("against").addEventListener("change", (event) => go({ against: event.target.value, verdict: "all" }));
  for (const name of ["status", "order"]) find(name).addEventListener("change", (event) => go({ [name]: event.target.value }));
  find("verdicts").addEventListener("change", (event) => go({ verdict: event.target.value }));
  let waiting = 0;
  find("query").addEventListener("input", (event) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => go({ query: event.target.value }), 250);
  });
  find("compare").addEventListener("click", () => {
    const [against, run] = picked;
    location.hash = address("responses", { run, against });
  });
  find("clear").addEventListener("click", () => {
    picked.clear();
    for (const box of document.querySelectorAll(".pick input")) box.checked = false;
    showChoice();
  });
  find("reload").addEventListener("click", show);
  const turn = (by) => turnTo(Number(find("page").value) + by);
  find("previous").addEventListener("click", () => turn(-1));
  find("next").addEventListener("click", () => turn(1));
  find("page").addEventListener("change", (event) => turnTo(Number(event.target.value)));
  addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const typing = event.target.closest("input, select, textarea, pre, [role=tab]");
    if (!by || typing || event.altKey || event.ctrlKey || event.metaKey || find("responses-view").hidden) return;
    if (!find(by < 0 ? "previous" : "next").disabled) turn(by);
  });
}

function turnTo(page) {
  const last = Number(find("page").max);
  go({ start: String((Math.min(Math.max(1, page || 1), last) - 1) * data.page) });
}

listen();
watch().then(show).then(() => {
  started = true;
});
