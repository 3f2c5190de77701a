// Files in a message: a row that downloads, a picture, a diff that unfolds in place. Promises the file's own bytes behind
// the row, whatever the preview shows; and that a diff stays folded until it is asked for, since a card shows it too. Refuses to open anything but pictures and diffs.

import { fileAddress, readFileText } from "./api.js";
import { countDiff, diffCode } from "./code-block.js";
import { el, icon, sizeWords } from "./dom.js";

const MOST_PREVIEW_BYTES = 512 * 1024;

export function documentRow({ id, document: file }, memory) {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1]?.toLowerCase() ?? "file";
  const row = el("a", { class: "document", href: fileAddress(id), download: file.name }, [
    el("span", { class: "kind", "aria-hidden": "true", text: extension }),
    el("span", { class: "file-words" }, [
      el("span", { class: "file-name", dir: "auto", text: file.name }),
      el("span", { class: "file-size", text: sizeWords(file.size) }),
    ]),
    el("span", { class: "unseen", text: ", download" }),
    icon("download"),
  ]);
  const isDiff = extension === "diff" || extension === "patch";
  if (!isDiff || file.size > MOST_PREVIEW_BYTES) return [row];
  return [row, diffPreview(id, row, memory)];
}

/** The text is kept with the message, so that an edited caption does not fetch it again. */
function diffPreview(id, row, memory) {
  const place = el("div", { class: "code diff preview", "aria-busy": "true" });
  const show = (text) => {
    place.removeAttribute("aria-busy");
    place.replaceChildren(...previewParts(text, place, memory));
    const { added, removed } = countDiff(text);
    row
      .querySelector(".file-size")
      ?.append(
        " · ",
        el("span", { class: "plus", text: `+${added}` }),
        " ",
        el("span", { class: "minus", text: `−${removed}` }),
      );
  };
  if (memory.diff !== undefined) {
    show(memory.diff);
    return place;
  }
  readFileText(id).then(
    (text) => {
      memory.diff = text;
      show(text);
    },
    () => place.remove(),
  );
  return place;
}

function previewParts(text, place, memory) {
  const pre = el("pre", { tabindex: 0, role: "region", "aria-label": "The diff" }, [diffCode(text)]);
  const { lines } = countDiff(text);
  const all = lines === 1 ? "Show the one line" : `Show all ${lines} lines`;
  const words = () => (place.hasAttribute("data-folded") ? all : "Hide");
  place.toggleAttribute("data-folded", memory.unfolded !== true);
  const toggle = el("button", {
    class: "unfold",
    type: "button",
    text: words(),
    "aria-expanded": String(memory.unfolded === true),
    onclick: () => {
      memory.unfolded = !place.toggleAttribute("data-folded");
      toggle.textContent = words();
      toggle.setAttribute("aria-expanded", String(memory.unfolded));
    },
  });
  return [toggle, pre];
}

export function photo({ id, photo: { name, width, height } }) {
  const image = el("img", {
    class: "photo",
    src: fileAddress(id),
    alt: name || "A picture",
    width,
    height,
    loading: "lazy",
  });
  return el("a", { class: "photo-link", href: fileAddress(id), download: name || "picture" }, [image]);
}
