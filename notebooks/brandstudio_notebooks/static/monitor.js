export default {
  render({ model, el }) {
    const list = roving(h("div", { role: "listbox", className: "bs-jobs" }));
    list.setAttribute("aria-label", "jobs");
    const end = frame(model, el, "monitor", list);
    const draw = () => redrawn(list, model.get("jobs").length ? model.get("jobs").map((one) => {
      const open = one.status === "queued" || one.status === "running";
      return pickable("option", one.id === model.get("value"), () => put(model, { value: one.id }),
        { className: "bs-job", "data-key": one.id, title: one.id },
        h("span", { className: `bs-chip bs-${one.status}` }, one.status), h("span", { className: "bs-kind" }, one.kind),
        h("span", { className: "bs-said" }, one.said),
        open ? h("progress", { max: 100, ...(one.percent === null ? {} : { value: one.percent }) }) : null,
        open ? h("button", { className: "bs-button", onclick: (event) => { event.stopPropagation(); put(model, { cancel: one.id }); } }, "Cancel") : null);
    }) : [h("span", { className: "bs-none" }, "no jobs yet")]);
    draw();
    return end(["jobs", "value"].map((name) => listen(model, `change:${name}`, draw)));
  },
};
