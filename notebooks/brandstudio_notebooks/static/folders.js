export default {
  render({ model, el }) {
    const tree = roving(h("div", { role: "tree", className: "bs-tree" }));
    const end = frame(model, el, "folders", tree);
    const draw = () => redrawn(tree, model.get("folders").map((one) =>
      pickable("treeitem", one.path === model.get("value"), () => put(model, { value: one.path }),
        { "aria-level": one.depth + 1, "data-key": one.path, style: `padding-left:${0.7 + 1.2 * one.depth}em`, title: one.path },
        h("span", { className: "bs-folder", ariaHidden: "true" }), one.name)));
    draw();
    return end([listen(model, "change:folders", draw), listen(model, "change:value", draw)]);
  },
};
