/* Filters: which lines of the tables are shown. A table none of whose lines is left goes with its heading. */

const chosen = {};

function shows(line) {
  const { query, ...rest } = chosen;
  return Object.entries(rest).every(([name, value]) => !value || line.dataset[name] === value)
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
  const filtered = Object.values(chosen).some(Boolean);
  document.getElementById("count").textContent = filtered ? `${left.toLocaleString("en")} lines` : "";
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
document.getElementById("filters").hidden = false;
