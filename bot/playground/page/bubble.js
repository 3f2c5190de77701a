// One message, as an item of the list. Promises the same picture for the same message, so that an edit can replace it
// whole. Refuses to know its neighbours.

import { documentRow, photo } from "./attachment.js";
import { el, icon } from "./dom.js";
import { inlineKeyboard } from "./keyboard.js";
import { richText } from "./rich-text.js";

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const timeOf = ({ date }) => clock.format(date * 1000);

/** `context`: bot (its name), actions, memory (what this message keeps over an edit). */
export function renderMessage(message, { bot, actions, memory }) {
  if (message.service !== undefined)
    return el("li", { class: "service", "data-id": message.id }, [message.service]);
  const who = message.mine ? "You" : bot;
  // A bot writes by editing, so that an edit of its own says nothing.
  const label = `${who}, ${timeOf(message)}${message.mine && message.edited ? ", edited" : ""}`;
  const classes = ["item", message.mine ? "mine" : "theirs", isWide(message) ? "wide" : ""].join(" ").trim();
  const body = el("div", { class: "bubble", role: "article", "aria-label": label }, [
    ...replyPart(message, { bot, actions }),
    ...(message.photo ? [photo(message)] : []),
    ...(message.document ? documentRow(message, memory) : []),
    ...textPart(message, { actions, memory }),
    meta(message),
    moreButton(message, actions),
  ]);
  return el("li", { class: classes, "data-id": message.id, tabindex: -1 }, [
    el("span", { class: "swipe-mark", "aria-hidden": "true" }, [icon("reply")]),
    el("div", { class: "stack" }, [
      body,
      ...(message.keyboard.length > 0 ? [inlineKeyboard(message, actions)] : []),
    ]),
  ]);
}

/** Code wants all the room there is. */
const isWide = ({ entities, document }) =>
  entities.some(({ type }) => type === "pre") || /\.(diff|patch)$/i.test(document?.name ?? "");

function replyPart({ reply }, { bot, actions }) {
  if (reply === undefined) return [];
  const jump = () => actions.jump(reply.id);
  return [
    el("button", { class: "quoted", type: "button", onclick: jump }, [
      el("span", { class: "quoted-who", text: reply.mine ? "You" : bot }),
      el("span", { class: "quoted-text", dir: "auto", text: reply.text }),
    ]),
  ];
}

function textPart({ text, entities }, { actions, memory }) {
  if (text === "") return [];
  return [el("div", { class: "text", dir: "auto" }, [richText(text, entities, { actions, memory })])];
}

function meta(message) {
  const parts = [
    ...(message.reaction ? [el("span", { class: "reaction", text: message.reaction })] : []),
    ...(message.pinned ? [el("span", { text: "pinned" })] : []),
    ...(message.mine && message.edited ? [el("span", { text: "edited" })] : []),
    el("time", { datetime: new Date(message.date * 1000).toISOString(), text: timeOf(message) }),
  ];
  return el("div", { class: "meta", "aria-hidden": "true" }, parts);
}

/** For a mouse; a finger holds the message, a keyboard presses Enter on it. */
function moreButton(message, actions) {
  const open = (event) => actions.openMenu(message.id, event.currentTarget);
  return el(
    "button",
    { class: "more", type: "button", tabindex: -1, "aria-label": "Message options", onclick: open },
    [icon("more")],
  );
}

/** The words of a message on one line: for a quote, an announcement, a title. */
export function inWords(message, most = 160) {
  const words = message.text || message.document?.name || message.photo?.name || message.service || "";
  const line = words.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line;
}
