export default {
  render({ model, el }) {
    const [field, choice] = fields(model);
    const stage = h("div", { className: "bs-stage" });
    const said = h("ul", { className: "bs-findings" });
    const make = h("button", { className: "bs-button bs-main", onclick: () => put(model, { make: model.get("make") + 1 }) });
    const form = h("div", { className: "bs-form" }, field("prompt", "What it shows", 4000, 4), choice("ratio", "ratios", "Shape"),
      choice("resolution", "resolutions", "Size"), choice("missing", "missings", "Where it can't be drawn, make"), make);
    const end = frame(model, el, "maker", h("div", { className: "bs-columns" }, form, h("div", { className: "bs-seen" }, stage, said)));
    const nothing = () =>
      !model.get("folder") ? "No folder yet"
        : !model.get("prompt").trim() ? "Say what the picture shows"
          : model.get("busy") ? "Making the picture" : "No picture yet";
    const draw = () => {
      const src = model.get("busy") ? "" : model.get("preview");
      if (!src || stage.firstChild?.src !== src)
        stage.replaceChildren(src ? picture(src, model.get("made_of")) : h("span", { className: "bs-none" }, nothing()));
      said.replaceChildren(...(src ? model.get("warnings") : []).map((one) => h("li", {}, one)));
      make.textContent = model.get("price") ? `Make it (${model.get("price")})` : "Make it";
      make.disabled = model.get("busy") || !model.get("folder") || !model.get("prompt").trim();
    };
    draw();
    const seen = ["preview", "warnings", "price", "busy", "prompt", "folder"];
    return end(seen.map((name) => listen(model, `change:${name}`, draw)));
  },
};
