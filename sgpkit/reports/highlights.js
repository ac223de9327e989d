
/* The responses shown at the top of a section: wrong ones with marked differences, right ones, unreadable ones. */

const KINDS = {
  wrong: "Wrong",
  differing: "Wrong, with differences",
  right: "Right",
  unreadable: "Unreadable",
  gained: "Gained",
  lost: "Lost",
};

async function pictured(run, row, card, kind) {
  const answer = (label, each) => figure(label, each.picture, each.undrawn === each.reason ? "" : each.undrawn || "", `${label} to ${row.id}`);
  const reference = figure("Reference", row.picture, "This row has no reference picture.", `Reference of ${row.id}`);
  if (card.before) return [reference, answer(run.pair[0].model, card.before), answer(run.model, card)];
  if (kind === "unreadable" && card.picture === undefined) return [reference, excerpt(card)];
  const comparable = kind === "wrong" && row.picture !== undefined && card.picture !== undefined && row.picture !== card.picture;
  if (comparable && card.marks) return [await pointedAt(row, card)];
  const given = row.given === undefined ? [] : [figure("Given", row.given, "", `Starting picture of ${row.id}`)];
  return [...given, reference, answer("Answer", card), ...(comparable ? [await overlay(row, card)] : [])];
}

function excerpt(card) {
  const content = text(card.completion).trim();
  return make("figure", {}, make("p", { class: "undrawn excerpt" }, content ? content.slice(0, 160) : "(empty)"), make("figcaption", {}, "Answer"));
}

const strip = (figures) => make("div", { class: `views strip of-${figures.length}` }, ...figures);

/* Show the text of the option next to its letter. */
function chosenOption(run, row, card) {
  if (!row.options) return views(run, row, card);
  const option = (letter) => `${letter}  ${row.options[letter.charCodeAt(0) - 65] || ""}`.trim();
  const said = (each) => (each.parts?.choice ? option(each.parts.choice) : each.answer);
  const answers = card.before ? [words(run.pair[0].model, said(card.before)), words(run.model, said(card))] : [words("Answer", said(card))];
  return make(
    "div",
    { class: "views" },
    row.picture === undefined ? null : figure("Picture", row.picture, "", `Picture of ${row.id}`),
    make("div", { class: "pair" }, words("Right", option(row.answer)), ...answers),
  );
}

async function specimen(run, card, kind, heading) {
  const row = data.rows[run.rows][card.row];
  const shown = run.drawing ? strip(await pictured(run, row, card, kind)) : chosenOption(run, row, card);
  const remark = card.before ? `${run.pair[0].model} ${card.before.value}, ${run.model} ${card.value}` : card.reason;
  return make(
    "article",
    { class: `card ${verdictOf(card)}`, "aria-labelledby": heading },
    make("h4", { id: heading }, row.id, card.status === "ok" ? null : make("span", { class: "status" }, make("i", { class: `status-${card.status}` }), card.status)),
    row.caption ? make("p", { class: "caption" }, row.caption) : null,
    shown,
    remark ? make("p", { class: "reason" }, remark) : null,
  );
}

async function showHighlights(place, { shelf, kinds }) {
  const run = shelves[shelf];
  for (const [kind, cards] of Object.entries(kinds)) {
    const name = `${place.id}-${kind}`;
    const articles = cards.map((index, number) => specimen(run, run.pair ? run.cards.find((card) => card.index === index) : run.cards[index], kind, `${name}-${number}`));
    place.append(make("div", { class: `specimens ${kind} n-${cards.length}` }, make("h3", { id: name }, KINDS[kind === "wrong" && run.drawing ? "differing" : kind]), make("div", { class: "cards" }, ...(await Promise.all(articles)))));
  }
  place.hidden = false;
}
