// What lies over the chat for a moment: short words, words to be acknowledged, the menu of a message. Promises that
// focus goes back to where it was. Refuses to stack: one dialog and one menu at a time.

import { byId, el, icon } from "./dom.js";

/** Words that go by themselves; longer ones stay longer. */
export function toast(words, mood = "plain") {
  const place = byId("toasts");
  const note = el("div", { class: "toast", "data-mood": mood, dir: "auto", text: words });
  while (place.children.length > 2) place.firstElementChild.remove();
  place.append(note);
  setTimeout(() => note.remove(), Math.min(10_000, 2_600 + words.length * 45));
}

/** Resolves with the value of the button that was pressed, or null when the dialog was left. */
function ask({ title, parts, buttons }) {
  const dialog = byId("dialog");
  if (dialog.open) dialog.close();
  return new Promise((resolve) => {
    const end = (value) => {
      dialog.close();
      resolve(value);
    };
    const keys = buttons.map(({ words, value, style = "plain" }) =>
      el("button", {
        type: "button",
        class: "dialog-key",
        "data-style": style,
        text: words,
        onclick: () => end(value),
      }),
    );
    dialog.replaceChildren(
      el("h2", { id: "dialog-title", text: title }),
      ...parts,
      el("div", { class: "dialog-keys" }, keys),
    );
    dialog.onclose = () => resolve(null);
    dialog.onclick = (event) => {
      if (event.target === dialog) end(null);
    };
    dialog.showModal();
    keys.at(-1)?.focus();
  });
}

export const alertWords = (title, words) =>
  ask({
    title,
    parts: [el("p", { dir: "auto", text: words })],
    buttons: [{ words: "OK", value: true, style: "primary" }],
  });

/** Shows where a link leads before it is followed. */
export async function openLink(address) {
  const url = URL.parse(/^[a-z]+:/i.test(address) ? address : `http://${address}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return toast("This page opens web addresses only.");
  const go = await ask({
    title: "Open this address?",
    parts: [el("p", { class: "address", dir: "ltr", text: url.href })],
    buttons: [
      { words: "Cancel", value: false },
      { words: "Open", value: true, style: "primary" },
    ],
  });
  if (go) window.open(url.href, "_blank", "noopener,noreferrer");
}

export const showFacts = (title, facts, note) =>
  ask({
    title,
    parts: [
      el(
        "dl",
        { class: "facts" },
        facts.flatMap(([name, value]) => [el("dt", { text: name }), el("dd", { dir: "auto", text: value })]),
      ),
      ...(note ? [el("p", { text: note })] : []),
    ],
    buttons: [{ words: "Close", value: true }],
  });

/** `items`: {words, icon, act}. The anchor is an element or a point {x, y}. */
export function openMenu(items, anchor) {
  const menu = byId("menu");
  const before = document.activeElement;
  const close = (isBack) => {
    menu.hidden = true;
    document.removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", leave);
    byId("scroll").removeEventListener("scroll", leave);
    if (isBack && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  const leave = () => close(false);
  const outside = (event) => {
    if (!menu.contains(event.target)) close(false);
  };
  const choose = (act) => () => {
    close(true);
    act();
  };
  menu.replaceChildren(
    ...items.map(({ words, icon: name, act }) =>
      el(
        "button",
        { class: "menu-item", type: "button", role: "menuitem", tabindex: -1, onclick: choose(act) },
        [icon(name), words],
      ),
    ),
  );
  menu.onkeydown = (event) => moveInMenu(menu, event, () => close(true));
  menu.hidden = false;
  place(menu, anchor);
  menu.firstElementChild?.focus({ preventScroll: true });
  document.addEventListener("pointerdown", outside, true);
  addEventListener("resize", leave);
  byId("scroll").addEventListener("scroll", leave);
}

function moveInMenu(menu, event, close) {
  const items = [...menu.children];
  const at = items.indexOf(document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === "Escape" || event.key === "Tab") close();
  if (next !== undefined) items.at(next % items.length)?.focus();
  if (next !== undefined || event.key === "Escape" || event.key === "Tab") {
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Near the anchor, and inside the phone. */
function place(menu, anchor) {
  const phone = byId("phone").getBoundingClientRect();
  const box = anchor instanceof Element ? anchor.getBoundingClientRect() : undefined;
  const wanted = box === undefined ? anchor : { x: box.left, y: box.bottom };
  const fit = (value, size, room) => Math.max(8, Math.min(value, room - size - 8));
  menu.style.left = `${fit(wanted.x - phone.left, menu.offsetWidth, phone.width)}px`;
  menu.style.top = `${fit(wanted.y - phone.top, menu.offsetHeight, phone.height)}px`;
}
