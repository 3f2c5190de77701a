// The list of messages: put in, changed, taken out, scrolled. Promises that the newest stays in sight for whoever is at
// the end, that nobody else is moved, and that an edit leaves focus and unfolded parts as they were. Refuses to fetch.

import { renderMessage } from "./bubble.js";
import { byId, el } from "./dom.js";

const NEAR_END_PX = 60;
const dayWords = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });

/** `onUnread(count, isAtEnd)` hears of everything that changes the button to the end. */
export function createTimeline({ actions, onUnread }) {
  const scroll = byId("scroll");
  const list = byId("messages");
  const shown = new Map();
  let bot = "Handrail";
  let isAtEnd = true;
  let lastTop = 0;
  let unread = 0;

  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const gently = () => (calm.matches ? "instant" : "smooth");
  const tellUnread = () => onUnread(unread, isAtEnd);
  /** The way to the end is long, and grows while one is on it. */
  let isOnWay = false;
  const toEnd = (behavior = "instant") => {
    isOnWay = behavior === "smooth";
    scroll.scrollTo({ top: scroll.scrollHeight, behavior });
    lastTop = scroll.scrollTop;
  };
  const look = () => {
    lastTop = scroll.scrollTop;
    isAtEnd = scroll.scrollHeight - lastTop - scroll.clientHeight < NEAR_END_PX;
    // The browser keeps what is read in place by scrolling itself, which would look like a person who leaves the end.
    scroll.classList.toggle("at-end", isAtEnd);
    if (!isAtEnd) return;
    unread = 0;
    isOnWay = false;
  };
  /** The event of a scroll comes with the next frame; a message that came before it would pull the reader back. */
  const lookIfMoved = () => {
    if (scroll.scrollTop !== lastTop) look();
  };
  const isFollowing = () => {
    lookIfMoved();
    return isAtEnd || isOnWay;
  };

  watch();

  function watch() {
    scroll.addEventListener(
      "scroll",
      () => {
        // A list that shrank scrolled by itself; by now more may stand below, which nobody has left.
        lookIfMoved();
        tellUnread();
      },
      { passive: true },
    );
    for (const taken of ["wheel", "touchstart", "keydown", "scrollend"]) {
      scroll.addEventListener(taken, () => (isOnWay = false), { passive: true });
    }
    // Pictures that load, diffs that arrive, a keyboard that slides in: whoever was at the end stays there.
    const observer = new ResizeObserver(() => {
      if (isAtEnd) toEnd();
    });
    observer.observe(scroll);
    observer.observe(list);
    observer.observe(byId("now"));
  }

  function put(message) {
    const json = JSON.stringify(message);
    const old = shown.get(message.id);
    if (old?.json === json) return false;
    const memory = old?.memory ?? {};
    const node = renderMessage(message, { bot, actions, memory });
    shown.set(message.id, { json, message, node, memory });
    if (old === undefined) insert(message.id, node);
    else replaceKeeping(old.node, node);
    return old === undefined;
  }

  function insert(id, node) {
    let before = list.lastElementChild;
    while (before && !(Number(before.dataset.id) < id)) before = before.previousElementSibling;
    if (before) before.after(node);
    else list.prepend(node);
  }

  /** Days are put between anew whenever messages come or go. */
  function markDays() {
    for (const old of list.querySelectorAll(".day")) old.remove();
    let day = "";
    for (const { message, node } of inOrder()) {
      const date = new Date(message.date * 1000);
      const next = date.toDateString();
      if (next !== day) node.before(el("li", { class: "day", "data-id": message.id - 0.5 }, [dayName(date)]));
      day = next;
    }
  }

  /** One tab stop for the whole list; arrow keys move inside it. */
  function markStop(node) {
    for (const old of list.querySelectorAll('.item[tabindex="0"]')) old.tabIndex = -1;
    if (node) node.tabIndex = 0;
  }

  const inOrder = () => [...shown.values()].sort((a, b) => a.message.id - b.message.id);
  const settle = () => {
    markDays();
    markStop([...list.querySelectorAll(".item")].at(-1));
    tellUnread();
  };

  list.addEventListener("keydown", (event) => {
    const step = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[event.key];
    if (step === undefined || !event.target.classList.contains("item")) return;
    let next = event.target[step];
    while (next && !next.classList.contains("item")) next = next[step];
    if (!next) return;
    event.preventDefault();
    markStop(next);
    next.focus();
  });

  return {
    get: (id) => shown.get(id)?.message,
    newest: (test) => inOrder().findLast(({ message }) => test(message))?.message,
    isEmpty: () => shown.size === 0,
    firstId: () => inOrder()[0]?.message.id,
    toEnd: () => toEnd(gently()),
    /** The state as the server has it; what was loaded before its first message stays. */
    replace(messages, { hasEarlier, botName }) {
      const isFirst = shown.size === 0;
      const follows = isFollowing();
      if (botName !== bot) for (const entry of shown.values()) entry.json = "";
      bot = botName;
      const ids = new Set(messages.map(({ id }) => id));
      const first = hasEarlier ? (messages[0]?.id ?? 0) : 0;
      for (const id of [...shown.keys()]) if (id >= first && !ids.has(id)) remove(id);
      const news = messages.filter((message) => put(message) && !message.mine);
      if (!follows && !isFirst) unread += news.length;
      settle();
      if (isFirst || follows) toEnd();
    },
    /** Returns whether the message is new. */
    change(message) {
      const follows = isFollowing();
      const isNew = put(message);
      if (!isNew) return false;
      if (message.mine || follows) toEnd(isOnWay ? "smooth" : "instant");
      else unread += 1;
      settle();
      return true;
    },
    prepend(messages) {
      const fromEnd = scroll.scrollHeight - scroll.scrollTop;
      for (const message of messages) put(message);
      settle();
      scroll.scrollTop = scroll.scrollHeight - fromEnd;
    },
    remove(id) {
      remove(id);
      settle();
    },
    jump(id) {
      const node = shown.get(id)?.node;
      if (node === undefined) return false;
      node.scrollIntoView({ block: "center", behavior: gently() });
      node.classList.add("flash");
      setTimeout(() => node.classList.remove("flash"), 1_200);
      return true;
    },
  };

  function remove(id) {
    shown.get(id)?.node.remove();
    shown.delete(id);
  }
}

/** A button that has focus keeps it, by its words or else by its place; so does the message itself. */
function replaceKeeping(old, node) {
  const active = document.activeElement;
  const buttons = (root) => [...root.querySelectorAll("button, a, pre")];
  const at = buttons(old).indexOf(active);
  const words = active?.textContent;
  const hadFocus = old === active;
  const sideways = [...old.querySelectorAll("pre")].map((pre) => pre.scrollLeft);
  node.tabIndex = old.tabIndex;
  old.replaceWith(node);
  [...node.querySelectorAll("pre")].forEach((pre, i) => {
    pre.scrollLeft = sideways[i] ?? 0;
  });
  if (hadFocus) node.focus({ preventScroll: true });
  if (at < 0) return;
  const same = buttons(node).find((button) => button.textContent === words) ?? buttons(node)[at] ?? node;
  same.focus({ preventScroll: true });
}

function dayName(date) {
  const days = Math.round(
    (new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000,
  );
  if (days === 0) return "Today";
  return days === 1 ? "Yesterday" : dayWords.format(date);
}
