/* Filters of the table rows. A table without visible rows is hidden together with its heading. */

const chosen = { since: "", printed: false };

function shows(line) {
  const { query, since, printed, ...rest } = chosen;
  return (printed || line.dataset.kind !== "published")
    && (!since || line.dataset.date >= since)
    && Object.entries(rest).every(([name, value]) => !value || line.dataset[name] === value)
    && (!query || line.dataset.query.includes(query));
}

function apply() {
  let left = 0;
  for (const board of document.querySelectorAll(".board")) {
    const lines = [...board.querySelectorAll("tbody tr")];
    for (const line of lines) line.hidden = !shows(line);
    const shown = lines.filter((line) => !line.hidden).length;
    board.hidden = shown === 0;
    left += shown;
  }
  const filtered = Object.entries(chosen).some(([name, value]) => name !== "printed" && value);
  document.getElementById("count").textContent = filtered ? `${left.toLocaleString("en")} entries` : "";
}

for (const select of document.querySelectorAll("select[data-filter]")) {
  select.addEventListener("change", () => {
    chosen[select.dataset.filter] = select.value;
    apply();
  });
}
document.getElementById("query").addEventListener("input", (event) => {
  chosen.query = event.target.value.trim().toLowerCase();
  apply();
});
document.getElementById("since").addEventListener("input", (event) => {
  chosen.since = event.target.value;
  apply();
});
document.getElementById("printed")?.addEventListener("change", (event) => {
  chosen.printed = event.target.checked;
  apply();
});
document.getElementById("filters").hidden = false;
apply();
