export default {
  render({ model, el }) {
    const row = roving(h("div", { role: "listbox", className: "bs-swatches" }));
    row.setAttribute("aria-label", "colours");
    const board = h("div", { className: "bs-board" });
    const end = frame(model, el, "board", row, board);
    const draw = () => {
      redrawn(row, model.get("colours").map((one) =>
        pickable("option", one.hex === model.get("value"), () => put(model, { value: one.hex }),
          { className: "bs-swatch", "data-key": one.hex, title: `${one.hex} ${one.role}` },
          h("span", { className: "bs-colour", style: `background:${one.hex}` }), h("span", { className: "bs-caption" }, one.hex))));
      board.innerHTML = model.get("board"); // put together and escaped by the studio's own display
    };
    draw();
    return end(["colours", "board", "value"].map((name) => listen(model, `change:${name}`, draw)));
  },
};
