"use strict";
// The page is whole without this: it adds a filter, copy buttons, and opens what a link points at.
(() => {
  const search = document.getElementById("search");
  search.hidden = false;
  const field = search.querySelector("input");
  const entries = [...document.querySelectorAll("[data-words]")];
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const entry of entries) entry.hidden = !words.every((word) => entry.dataset.words.includes(word));
    for (const group of document.querySelectorAll("[data-group]")) group.hidden = !group.querySelector("[data-words]:not([hidden])");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus(); }
  });
  const reveal = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const box = target && target.closest("details");
    if (box) { box.open = true; box.scrollIntoView(); }
  };
  addEventListener("hashchange", reveal);
  reveal();
  for (const block of document.querySelectorAll("pre[data-copy]")) {
    const button = document.createElement("button");
    button.className = "copy";
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("code").textContent);
      button.textContent = "Copied";
    });
    block.prepend(button);
  }
})();
