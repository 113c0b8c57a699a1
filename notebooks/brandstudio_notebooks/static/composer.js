export default {
  render({ model, el }) {
    const [field, choice] = fields(model);
    const stage = h("div", { className: "bs-stage" });
    const verdict = h("span", {});
    const spot = h("span", { className: "bs-spot" });
    const photo = h("img", { draggable: false });
    const point = h("div", { className: "bs-focal", tabIndex: 0, role: "application" }, photo, spot);
    point.setAttribute("aria-label", "focal point: click, or move it with the arrow keys");
    const aim = (x, y) => put(model, { focal: [x, y].map((part) => Math.round(Math.min(1, Math.max(0, part)) * 1000) / 1000) });
    point.addEventListener("click", (event) => {
      const box = photo.getBoundingClientRect();
      aim((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    });
    point.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-0.05, 0], ArrowRight: [0.05, 0], ArrowUp: [0, -0.05], ArrowDown: [0, 0.05] }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const [x, y] = model.get("focal").length ? model.get("focal") : [0.5, 0.5];
      aim(x + step[0], y + step[1]);
    });
    const make = h("button", { className: "bs-button bs-main", onclick: () => put(model, { make: model.get("make") + 1 }) });
    const chosen = h("div", { className: "bs-field" }, h("span", {}, "Focal point"), point);
    const form = h("div", { className: "bs-form" }, field("headline", "Headline", 140), field("subhead", "Subhead", 200),
      field("button_text", "Button", 40), choice("size", "sizes", "Size"), choice("template", "templates", "Template"), chosen, make);
    const seen = h("div", { className: "bs-seen" }, stage, h("div", { className: "bs-line" }, verdict));
    const end = frame(model, el, "composer", h("div", { className: "bs-columns" }, form, seen));
    const nothing = () =>
      !model.get("headline").trim() ? "Write a headline to see the banner"
        : !model.get("folder") ? "No folder yet"
          : model.get("busy") ? "Drawing the banner" : "No banner yet";
    const draw = () => {
      const src = model.get("preview");
      if (!src || stage.firstChild?.src !== src)
        stage.replaceChildren(src ? picture(src, model.get("headline")) : h("span", { className: "bs-none" }, nothing()));
      verdict.textContent = model.get("verdict");
      photo.src = model.get("photo") || "";
      photo.alt = "the photo";
      chosen.hidden = !model.get("photo");
      const [x, y] = model.get("focal");
      spot.hidden = x === undefined;
      spot.style.left = `${100 * (x ?? 0.5)}%`;
      spot.style.top = `${100 * (y ?? 0.5)}%`;
      make.textContent = model.get("price") ? `Make it (${model.get("price")})` : "Make it";
      make.disabled = !src;
    };
    draw();
    return end(["preview", "verdict", "photo", "focal", "price", "busy", "headline", "folder"].map((name) => listen(model, `change:${name}`, draw)));
  },
};
