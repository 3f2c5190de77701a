// What the bot is doing at this moment, under the last message: dots, or the text it is writing. Promises that both go
// away by themselves when nothing more is heard. Refuses to keep a draft after its message has come.

import { stopDraft } from "./api.js";
import { byId, el, icon } from "./dom.js";
import { richText } from "./rich-text.js";

/** `onAction(action or undefined)` hears what the header shows. */
export function createNow({ actions, onAction }) {
  const place = byId("now");
  let timer;
  const memory = {};

  const show = (nodes, action, ms) => {
    clearTimeout(timer);
    place.replaceChildren(...nodes);
    onAction(action);
    if (nodes.length > 0) timer = setTimeout(() => show([], undefined, 0), ms);
  };

  const draftBubble = ({ text, entities, canStop }) => {
    const stop = () => stopDraft().catch((error) => actions.toast(error.message, "bad"));
    const key = el("button", { class: "key", type: "button", "data-style": "plain", onclick: stop }, [
      icon("stop"),
      "Stop",
    ]);
    return el("div", { class: "item theirs draft" }, [
      el("div", { class: "stack" }, [
        el("div", { class: "bubble" }, [
          text === ""
            ? dots()
            : el("div", { class: "text", dir: "auto" }, [richText(text, entities, { actions, memory })]),
        ]),
        ...(canStop ? [el("div", { class: "keyboard" }, [el("div", { class: "keys" }, [key])])] : []),
      ]),
    ]);
  };

  return {
    status({ draft, action, actionMs, draftMs }) {
      if (draft !== undefined) show([draftBubble(draft)], "typing", draftMs);
      else if (action !== undefined)
        show(
          [el("div", { class: "item theirs" }, [el("div", { class: "bubble waiting" }, [dots()])])],
          action,
          actionMs,
        );
      else show([], undefined, 0);
    },
    /** A message has come: whatever was being written is written. */
    clear: () => show([], undefined, 0),
  };
}

const dots = () => el("span", { class: "dots", "aria-hidden": "true" }, [el("i"), el("i"), el("i")]);
