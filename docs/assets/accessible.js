// Names and keyboard access that the theme leaves out.
const SCROLLING = "pre > code, .md-typeset__scrollwrap";

const complete = () => {
  document.querySelectorAll(".md-code__nav").forEach((menu, index) => {
    menu.setAttribute("aria-label", `Code ${index + 1}`);
  });
  document.querySelectorAll(SCROLLING).forEach((area) => {
    if (area.scrollWidth > area.clientWidth) area.tabIndex = 0;
    else area.removeAttribute("tabindex");
  });
};

document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
complete();
addEventListener("resize", complete);
new MutationObserver(complete).observe(document.body, { childList: true, subtree: true });
