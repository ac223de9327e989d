// Names and keyboard access that the theme leaves out.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
const complete = () => {
  document.querySelectorAll(".md-code__nav").forEach((menu, index) => {
    menu.setAttribute("aria-label", `Code ${index + 1}`);
  });
  document.querySelectorAll("pre > code").forEach((code) => { code.tabIndex = 0; });
};
complete();
new MutationObserver(complete).observe(document.body, { childList: true, subtree: true });
