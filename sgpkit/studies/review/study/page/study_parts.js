// Two things that the page of a study is made of, and that know nothing of it.

/** Plain text as headings, lists and paragraphs; whatever else stands in it stays text. */
export function prose(place, text) {
  const made = [];
  for (const block of text.trim().split(/\n\s*\n/)) {
    const lines = block.split("\n");
    if (!block.trim()) continue;
    while (lines.length && /^#{1,6} /.test(lines[0])) {
      const [, marks, title] = lines.shift().match(/^(#+) (.*)$/);
      made.push(element(marks.length === 1 ? "h2" : "h3", title));
    }
    while (lines.length) {
      const item = /^[-*] /.test(lines[0]);
      const end = lines.findIndex((line) => /^[-*] /.test(line) !== item && !(item && /^\s/.test(line)));
      const part = lines.splice(0, end === -1 ? lines.length : end);
      if (item) made.push(list(part));
      else made.push(element("p", part.join(" ")));
    }
  }
  place.replaceChildren(...made);
}

function list(lines) {
  const texts = [];
  for (const line of lines) {
    if (/^[-*] /.test(line)) texts.push(line.slice(2));
    else texts[texts.length - 1] += ` ${line.trim()}`;
  }
  const made = document.createElement("ul");
  made.append(...texts.map((text) => element("li", text)));
  return made;
}

function element(name, text) {
  return Object.assign(document.createElement(name), { textContent: text });
}

/** How long something has been in view: while the page lies hidden, no time runs. */
export function clock() {
  let since = 0;
  let before = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) before += performance.now() - since;
    else since = performance.now();
  });
  return {
    start() {
      since = performance.now();
      before = 0;
    },
    seconds() {
      return (before + (document.hidden ? 0 : performance.now() - since)) / 1000;
    },
  };
}
