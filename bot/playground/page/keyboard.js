// The buttons under a message. Promises that a tap shows at once that it was felt, is sent once, and that its answer
// comes back as words. Refuses buttons that would leave the page without being asked.

import { tapButton } from "./api.js";
import { copyText, el, icon } from "./dom.js";

/** `actions`: toast(words), alert(words), openLink(url, words). */
export function inlineKeyboard(message, actions) {
  return el(
    "div",
    { class: "keyboard", role: "group", "aria-label": "Buttons" },
    message.keyboard.map((row) =>
      el(
        "div",
        { class: "keys" },
        row.map((button) => key(message.id, button, actions)),
      ),
    ),
  );
}

function key(id, button, actions) {
  const act = action(id, button, actions);
  const style = ["success", "danger", "primary"].includes(button.style) ? button.style : lookOf(button);
  const node = el(
    "button",
    { class: "key", type: "button", "data-style": style, disabled: act === undefined },
    [el("span", { class: "key-text", dir: "auto", text: button.text })],
  );
  if (button.url !== undefined) node.append(icon("link"));
  if (button.copy_text !== undefined) node.append(icon("copy"));
  if (act !== undefined) node.addEventListener("click", () => once(node, act, actions));
  return node;
}

const lookOf = () => "plain";

async function once(node, act, actions) {
  if (node.getAttribute("aria-busy") === "true") return;
  node.setAttribute("aria-busy", "true");
  try {
    await act();
  } catch (error) {
    actions.toast(error.message, "bad");
  } finally {
    node.removeAttribute("aria-busy");
  }
}

/** What this button does here, or undefined when this page cannot do it. */
function action(id, button, actions) {
  if (button.disabled !== undefined) return undefined;
  if (button.callback_data !== undefined) {
    return async () => {
      const { text, showAlert } = await tapButton(id, button.callback_data);
      if (text !== undefined) await (showAlert ? actions.alert(text) : actions.toast(text));
    };
  }
  if (button.url !== undefined) return async () => actions.openLink(button.url, button.text);
  const copied = button.copy_text?.text;
  if (copied === undefined) return undefined;
  return async () =>
    actions.toast((await copyText(copied)) ? "Copied." : "The browser did not allow copying.");
}
