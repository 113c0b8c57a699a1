export default {
  render({ model, el }) {
    const title = h("strong", {});
    const stage = h("div", { className: "bs-stage" });
    const strip = roving(h("div", { role: "listbox", className: "bs-strip" }));
    strip.setAttribute("aria-label", "versions");
    const slider = h("input", { type: "range", min: 0, max: 100, value: 50, oninput: () => wipe() });
    slider.setAttribute("aria-label", "before and after");
    // JupyterLab keeps the arrows of a range from the browser, so they are answered here.
    slider.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      slider.value = Number(slider.value) + step;
      wipe();
    });
    const both = h("input", { type: "checkbox", onchange: () => draw() });
    const line = h("div", { className: "bs-line" }, h("label", {}, both, " before and after"), slider);
    const end = frame(model, el, "card", title, stage, line, strip);
    const wipe = () => stage.style.setProperty("--bs-cut", `${slider.value}%`);
    const draw = () => {
      const versions = model.get("versions");
      const shown = versions.find((one) => one.number === model.get("version")) || versions.at(-1);
      const first = versions[0];
      title.textContent = model.get("title") || "Versions";
      const compare = both.checked && shown && first !== shown;
      stage.classList.toggle("bs-compare", Boolean(compare));
      stage.replaceChildren(...(!shown ? [h("span", { className: "bs-none" }, "Pick a picture to see its versions")] : compare
        ? [picture(first.src, `version ${first.number}`), h("div", { className: "bs-over" }, picture(shown.src, `version ${shown.number}`)), h("div", { className: "bs-cut" })]
        : [picture(shown.src, `version ${shown.number}`)]));
      line.hidden = versions.length < 2;
      slider.hidden = !compare;
      wipe();
      redrawn(strip, versions.map((one) =>
        pickable("option", one === shown, () => put(model, { version: one.number }),
          { className: "bs-tile bs-small", "data-key": one.number, title: one.said },
          picture(one.src, `version ${one.number}`), h("span", { className: "bs-caption" }, `${one.number} · ${one.said}`))));
    };
    draw();
    return end(["versions", "version", "title"].map((name) => listen(model, `change:${name}`, draw)));
  },
};
