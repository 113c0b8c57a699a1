const h = (tag, props = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && name !== "list") node[name] = value;
    else if (value !== null && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
};

// The frame that every widget has; the frozen picture under a living widget is hidden.
const frame = (model, el, name, ...parts) => {
  const key = model.get("frozen_key");
  const hide = h("style", {}, `.bs-frozen-${key}{display:none}`);
  document.head.append(hide);
  const status = h("div", { className: "bs-status", role: "status" });
  const root = h("section", { className: `bs bs-${name}` }, ...parts, status);
  root.setAttribute("aria-label", name);
  root.dataset.lmSuppressShortcuts = "true"; // JupyterLab would take Space and arrows for its cells
  el.append(root);
  const told = () => {
    status.textContent = model.get("message") || "";
    root.classList.toggle("bs-busy", model.get("busy"));
    root.setAttribute("aria-busy", String(model.get("busy")));
  };
  const ends = [listen(model, "change:message", told), listen(model, "change:busy", told)];
  told();
  ends.push(() => hide.remove());
  return (more) => () => [...ends, ...more].forEach((end) => end());
};

const listen = (model, event, call) => {
  model.on(event, call);
  return () => model.off(event, call);
};

const put = (model, values) => {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
};

const later = (wait, call) => {
  let timer = 0;
  const send = (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), wait);
  };
  send.now = (...given) => {
    clearTimeout(timer);
    call(...given);
  };
  return send;
};

const picture = (src, alt) =>
  src ? h("img", { src, alt, draggable: false }) : h("span", { className: "bs-none" }, alt || "no picture");

// Arrow keys move among the children of a list that can be picked.
const roving = (list) => {
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const all = [...list.querySelectorAll("[role=option],[role=treeitem]")];
    const at = all.indexOf(document.activeElement);
    const next = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : at + (step || 0);
    if (!all[next] || (!step && event.key !== "Home" && event.key !== "End")) return;
    event.preventDefault();
    event.stopPropagation();
    all[next].focus();
  });
  return list;
};

const pickable = (role, chosen, pick, props, ...children) =>
  h("div", {
    role, tabIndex: 0, "aria-selected": String(chosen), ...props, onclick: pick,
    onkeydown: (event) => {
      if (event.target !== event.currentTarget) return; // a button within has keys of its own
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      pick();
    },
  }, ...children);

// Redraws a list and keeps the focus where it was.
const redrawn = (list, nodes) => {
  const held = list.contains(document.activeElement) && document.activeElement.dataset.key;
  list.replaceChildren(...nodes);
  if (held) list.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
};

// Fields of a form, each over a trait: one for words of at most so many characters, one for a choice among a trait's.
const fields = (model) => {
  const field = (name, label, most, rows = 0) => {
    const send = later(250, (value) => put(model, { [name]: value }));
    const kind = rows ? { rows, className: "bs-text" } : { type: "text" };
    const input = h(rows ? "textarea" : "input", { ...kind, maxLength: most, value: model.get(name), oninput: () => send(input.value) });
    input.addEventListener("keydown", (event) => event.stopPropagation());
    // A button that is pressed right after typing is to make of the words that are seen, not of those before.
    input.addEventListener("blur", () => { if (input.value !== model.get(name)) send.now(input.value); });
    model.on(`change:${name}`, () => { if (document.activeElement !== input) input.value = model.get(name); });
    return h("label", { className: "bs-field" }, h("span", {}, label), input);
  };
  const choice = (name, from, label) => {
    const select = h("select", { onchange: () => put(model, { [name]: select.value }) },
      ...model.get(from).map((one) => h("option", { value: one }, one)));
    select.value = model.get(name);
    model.on(`change:${name}`, () => { select.value = model.get(name); });
    return h("label", { className: "bs-field" }, h("span", {}, label), select);
  };
  return [field, choice];
};
