// A candidate on the page: to be read, or with fields to edit it. All text of a model is inserted as text.

export const LETTERS = ["A", "B", "C", "D"];
const WORDS = { accept: "accepted", reject: "rejected", mend: "edited" };

export const find = (name) => document.getElementById(name);

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function said(verdict) {
  return WORDS[verdict];
}

/** As the model wrote it; while it is edited, with what was changed of it, now (`draft`) or before. */
export function show(candidate, mending, draft) {
  const shown = mending ? { ...candidate, ...(draft ?? candidate.said?.mended ?? {}) } : candidate;
  pictures(candidate);
  find("chips").replaceChildren(
    ...[shown.type, candidate.category, candidate.format].filter(Boolean).map((word) => make("span", {}, word)),
    make("span", { class: "id" }, candidate.id),
  );
  find("machine-says").hidden = candidate.kept;
  find("machine-says").textContent = `Dropped by the automatic checks: ${candidate.reason}`;
  const before = candidate.said;
  const words = before ? [`You ${said(before.verdict)} this${before.verdict === "mend" ? " (m shows how)" : ""}. Another verdict takes its place.`] : [];
  if (draft && !mending) words.push("You have unsaved changes: press m to continue editing.");
  find("verdict").hidden = !words.length;
  find("verdict").className = `notice verdict ${draft ? "mend" : before?.verdict ?? ""}`;
  find("verdict").textContent = words.join(" ");
  const parts = candidate.kind === "caption" ? captionParts : questionParts;
  find("text").replaceChildren(...parts(shown, candidate, mending));
}

function pictures(candidate) {
  const names = candidate.pictures.length === 2 ? ["front", "back"] : candidate.pictures.map(() => "");
  const figures = candidate.pictures.map((address, place) => {
    const view = names[place] && `, seen from the ${names[place]}`;
    const picture = make("img", { src: address, alt: `the drawing to judge${view}`, width: 512, height: 512 });
    const figure = make("figure", {}, make("button", { type: "button", "aria-label": `Larger${view}` }, picture));
    if (names[place]) figure.append(make("figcaption", {}, names[place]));
    return figure;
  });
  find("pictures").replaceChildren(...figures);
  find("pictures").classList.toggle("two", figures.length > 1);
}

function questionParts(shown, candidate, mending) {
  return mending ? questionFields(shown) : [
    make("h2", { id: "question", dir: "auto" }, shown.question),
    make("ol", { class: "options" }, ...shown.options.map((option, place) => optionLine(shown, option, place))),
  ];
}

function optionLine(shown, option, place) {
  const right = LETTERS[place] === shown.answer;
  const line = make("li", right ? { class: "right" } : {}, make("b", {}, LETTERS[place] ?? "–"), make("span", { dir: "auto" }, option));
  if (right) line.append(make("em", {}, "key"));
  return line;
}

function questionFields(shown) {
  const options = LETTERS.map((letter, place) => make(
    "li", {},
    make("label", { class: "key", title: `${letter} is right` }, radio(letter, shown.answer === letter), make("b", {}, letter)),
    field("input", `option-${letter}`, shown.options[place] ?? "", `Option ${letter}`),
  ));
  return [
    make("h2", { id: "question", class: "unseen" }, "Edit this question"),
    make("label", { class: "field" }, make("span", { class: "quiet" }, "Question"), field("textarea", "mended-question", shown.question)),
    make("fieldset", {}, make("legend", { class: "quiet" }, "Options; mark the correct one"), make("ol", { class: "options fields" }, ...options)),
    make("label", { class: "field" }, make("span", { class: "quiet" }, "Type"), field("input", "mended-type", shown.type, "Type", { list: "types" })),
  ];
}

function captionParts(shown, candidate, mending) {
  if (!mending) return [make("h2", { id: "question", class: "caption", dir: "auto" }, shown.caption)];
  return [
    make("h2", { id: "question", class: "unseen" }, "Edit this caption"),
    make("label", { class: "field" }, make("span", { class: "quiet" }, "Caption"), field("textarea", "mended-caption", shown.caption, "", { rows: 8 })),
  ];
}

function field(tag, id, value, label = "", attributes = {}) {
  const element = make(tag, { id, dir: "auto", autocomplete: "off", ...(tag === "input" ? { type: "text" } : { rows: 3 }), ...attributes });
  if (label) element.setAttribute("aria-label", label);
  element.value = value;
  return element;
}

function radio(letter, checked) {
  const element = make("input", { type: "radio", name: "key", value: letter, id: `key-${letter}`, "aria-label": `${letter} is right` });
  element.checked = checked;
  return element;
}

/** What stands in the fields and differs from the candidate, spaces at the ends aside. */
export function changes(candidate) {
  const plain = (text) => text.trim().replace(/\s+/g, " ");
  if (candidate.kind === "caption") {
    const caption = find("mended-caption").value.trim();
    return caption === candidate.caption.trim() ? {} : { caption };
  }
  const written = {
    question: plain(find("mended-question").value),
    options: LETTERS.map((letter) => plain(find(`option-${letter}`).value)),
    answer: LETTERS.find((letter) => find(`key-${letter}`).checked) ?? "",
    type: plain(find("mended-type").value),
  };
  const same = (name) => JSON.stringify(written[name]) === JSON.stringify(candidate[name]);
  return Object.fromEntries(Object.entries(written).filter(([name]) => !same(name)));
}
