export default {
  render({ model, el }) {
    const send = later(350, (text) => put(model, { text }));
    const area = h("textarea", { className: "bs-text", rows: 5, value: model.get("text"), spellcheck: false, oninput: () => send(area.value) });
    area.setAttribute("aria-label", "the text");
    area.addEventListener("keydown", (event) => event.stopPropagation());
    area.addEventListener("blur", () => { if (area.value !== model.get("text")) send.now(area.value); });
    const marked = h("div", { className: "bs-marked" });
    const list = h("ul", { className: "bs-findings" });
    const take = h("button", { className: "bs-button bs-main", onclick: () => { if (area.value === model.get("checked")) put(model, { text: (area.value = model.get("value")) }); } }, "Take all corrections");
    const end = frame(model, el, "proofreader", area, marked, list, h("div", { className: "bs-line" }, take));
    const draw = () => {
      const letters = [...model.get("checked")]; // offsets count code points
      const parts = [];
      let at = 0;
      for (const one of model.get("marks")) {
        if (one.at < at) continue;
        parts.push(letters.slice(at, one.at).join(""));
        parts.push(h("mark", { className: `bs-${one.severity}`, title: one.message }, letters.slice(one.at, one.at + one.length).join("") || "·"));
        at = one.at + one.length;
      }
      parts.push(letters.slice(at).join(""));
      marked.replaceChildren(...parts);
      list.replaceChildren(...model.get("marks").map((one) =>
        h("li", { className: `bs-${one.severity}` }, h("span", { className: "bs-chip" }, one.kind.replace(/([A-Z])/g, " $1").toLowerCase()), ` ${one.message}`,
          one.replacement ? h("em", {}, ` → “${one.replacement}”`) : null)));
      const same = model.get("value") === model.get("text");
      take.hidden = same || !model.get("checked");
      if (document.activeElement !== area) area.value = model.get("text");
    };
    draw();
    return end(["marks", "checked", "value", "text"].map((name) => listen(model, `change:${name}`, draw)));
  },
};
