
/* Similar tables are shown as tabs (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). Without scripts and in print, all
   tables are shown below their headings. */

function tabbed(place) {
  const panels = [...place.querySelectorAll(":scope > .panel")];
  if (panels.length < 2) return;
  const list = document.createElement("div");
  list.className = "tabs";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", place.dataset.tabs);
  const tabs = panels.map((panel) => {
    const heading = panel.querySelector("h3");
    const tab = document.createElement("button");
    for (const [name, value] of Object.entries({ type: "button", role: "tab", id: `tab-${panel.id}`, "aria-controls": panel.id })) tab.setAttribute(name, value);
    tab.textContent = heading.textContent;
    heading.classList.add("paper");
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    return tab;
  });
  const choose = (chosen) =>
    tabs.forEach((tab, place) => {
      tab.setAttribute("aria-selected", String(place === chosen));
      tab.tabIndex = place === chosen ? 0 : -1;
      panels[place].hidden = place !== chosen;
    });
  const moves = { ArrowRight: (place) => place + 1, ArrowLeft: (place) => place - 1 + tabs.length, Home: () => 0, End: () => tabs.length - 1 };
  list.addEventListener("keydown", (event) => {
    const move = moves[event.key];
    if (!move) return;
    const next = move(tabs.indexOf(document.activeElement)) % tabs.length;
    choose(next);
    tabs[next].focus();
    event.preventDefault();
  });
  tabs.forEach((tab, place) => tab.addEventListener("click", () => choose(place)));
  list.append(...tabs);
  place.prepend(list);
  choose(0);
}

for (const place of document.querySelectorAll("[data-tabs]")) tabbed(place);

/* Open all details before printing, since they cannot be opened on paper. */
const opened = new Set();
window.addEventListener("beforeprint", () => {
  for (const element of document.querySelectorAll("main > section:not(#responses) details:not([open])")) {
    element.open = true;
    opened.add(element);
  }
});
window.addEventListener("afterprint", () => {
  for (const element of opened) element.open = false;
  opened.clear();
});
