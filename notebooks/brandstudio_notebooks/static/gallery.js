export default {
  render({ model, el }) {
    const grid = roving(h("div", { role: "listbox", className: "bs-grid" }));
    grid.setAttribute("aria-label", "pictures");
    const count = h("span", { className: "bs-soft" });
    const more = h("button", { className: "bs-button", onclick: () => put(model, { more: model.get("more") + 1 }) }, "More");
    const end = frame(model, el, "gallery", grid, h("div", { className: "bs-line" }, count, more));
    const draw = () => {
      const items = model.get("items");
      redrawn(grid, items.map((one) =>
        pickable("option", one.id === model.get("value"), () => put(model, { value: one.id }),
          { className: "bs-tile", "data-key": one.id, title: one.title },
          picture(one.src, one.title), h("span", { className: "bs-caption" }, one.title))));
      count.textContent = model.get("folder") ? `${items.length} of ${model.get("total")} shown` : "no folder yet";
      more.hidden = items.length >= model.get("total");
    };
    draw();
    return end(["items", "value", "total", "folder"].map((name) => listen(model, `change:${name}`, draw)));
  },
};
