// A message's text with its entities, as elements. Promises every word of the text, once, whatever the entities
// say. Refuses links that are not http or https: they stay words.

import { codeBlock } from "./code-block.js";
import { el } from "./dom.js";

const plainTags = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
  code: "code",
};

/** They bring room of their own, so the line breaks around them would be seen twice. */
const isBlock = ({ type }) => ["pre", "blockquote", "expandable_blockquote"].includes(type);

/** `actions`: openLink(url, words), runCommand(text); `memory` keeps what was unfolded when the message is edited. */
export function richText(text, entities, { actions, memory = {} }) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const build = (from, to, inside) => {
    const fragment = document.createDocumentFragment();
    let at = from;
    let isAfterBlock = false;
    const between = (end, isBeforeBlock) => {
      let words = text.slice(at, end);
      if (isAfterBlock) words = words.replace(/^\n{1,2}/, "");
      return isBeforeBlock ? words.replace(/\n{1,2}$/, "") : words;
    };
    for (let i = 0; i < inside.length; i += 1) {
      const entity = inside[i];
      const start = Math.max(entity.offset, at);
      const end = Math.min(entity.offset + entity.length, to);
      if (start >= end) continue;
      const inner = inside.slice(i + 1).filter((other) => other.offset < end);
      fragment.append(
        between(start, isBlock(entity)),
        wrap(entity, text.slice(start, end), () => build(start, end, inner)),
      );
      at = end;
      isAfterBlock = isBlock(entity);
    }
    fragment.append(between(to, false));
    return fragment;
  };
  const wrap = (entity, words, children) => element(entity, { words, children, actions, memory });
  return build(0, text.length, sorted);
}

function element(entity, { words, children, actions, memory }) {
  const { type } = entity;
  if (Object.hasOwn(plainTags, type)) return el(plainTags[type], {}, [children()]);
  switch (type) {
    case "pre":
      return codeBlock(words, entity.language);
    case "blockquote":
      return el("blockquote", {}, [children()]);
    case "expandable_blockquote":
      return folded(children(), memory, entity.offset);
    case "spoiler":
      return spoiler(children());
    case "text_link":
      return link(entity.url, children(), () => actions.openLink(entity.url, words));
    case "url":
      return link(/^[a-z]+:/i.test(words) ? words : `http://${words}`, children());
    case "bot_command":
      return el("button", { class: "command", type: "button", onclick: () => actions.runCommand(words) }, [
        children(),
      ]);
    default:
      return el("span", { class: "mark" }, [children()]);
  }
}

/** With `ask`, where the words hide the address, the person sees it first. */
function link(address, children, ask) {
  const url = URL.parse(address ?? "");
  if (url === null || !/^https?:$/.test(url.protocol)) return el("span", { class: "mark" }, [children]);
  const leave = (event) => {
    if (ask === undefined) return;
    event.preventDefault();
    ask();
  };
  const safe = { target: "_blank", rel: "noopener noreferrer", referrerpolicy: "no-referrer" };
  return el("a", { href: url.href, title: url.href, ...safe, onclick: leave }, [children]);
}

function folded(children, memory, key) {
  const isOpen = memory[key] === true;
  const quote = el("blockquote", { class: "folded", "data-open": isOpen }, [
    el("div", { class: "folded-text" }, [children]),
  ]);
  const words = (open) => (open ? "Show less" : "Show more");
  const toggle = el("button", {
    class: "fold",
    type: "button",
    text: words(isOpen),
    "aria-expanded": isOpen ? "true" : "false",
    onclick: () => {
      const open = quote.toggleAttribute("data-open");
      memory[key] = open;
      toggle.textContent = words(open);
      toggle.setAttribute("aria-expanded", String(open));
    },
  });
  quote.append(toggle);
  // A text that fits has nothing to unfold.
  new ResizeObserver(([{ target }]) => {
    toggle.hidden = !quote.hasAttribute("data-open") && target.scrollHeight <= target.clientHeight + 1;
  }).observe(quote.firstElementChild);
  return quote;
}

function spoiler(children) {
  const hidden = el(
    "span",
    { class: "spoiler", role: "button", tabindex: 0, "aria-label": "Hidden words: show them" },
    [children],
  );
  const show = () => {
    hidden.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) hidden.removeAttribute(name);
  };
  hidden.addEventListener("click", show);
  hidden.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") show();
  });
  return hidden;
}
