// The files that go with the next message: picked, dropped or pasted, each with a way to take it back. Promises to say
// at once which ones are too large. Refuses folders and empty files.

import { byId, el, icon, sizeWords } from "./dom.js";

const MOST_BYTES = 20 * 1024 * 1024;
const MOST_FILES = 10;

export function createFiles({ toast, onChange }) {
  const place = byId("files");
  const picker = byId("picker");
  const phone = byId("phone");
  let chosen = [];

  const render = () => {
    place.hidden = chosen.length === 0;
    place.replaceChildren(
      ...chosen.map((file) =>
        el("li", { class: "file" }, [
          el("span", { class: "file-name", dir: "auto", text: file.name }),
          el("span", { class: "file-size", text: sizeWords(file.size) }),
          el(
            "button",
            {
              class: "round",
              type: "button",
              "aria-label": `Remove ${file.name}`,
              onclick: () => drop(file),
            },
            [icon("close")],
          ),
        ]),
      ),
    );
    onChange();
  };
  const drop = (file) => {
    chosen = chosen.filter((other) => other !== file);
    render();
    byId("text").focus();
  };
  const add = (files) => {
    for (const file of files) {
      if (chosen.length === MOST_FILES) toast(`At most ${MOST_FILES} files at a time.`, "bad");
      else if (file.size > MOST_BYTES)
        toast(`${file.name} is too large: at most ${sizeWords(MOST_BYTES)}.`, "bad");
      else if (file.size === 0) toast(`${file.name} is empty.`, "bad");
      else chosen = [...chosen, file];
    }
    render();
  };

  byId("attach").addEventListener("click", () => picker.click());
  picker.addEventListener("change", () => {
    add(picker.files);
    picker.value = "";
    byId("text").focus();
  });
  byId("text").addEventListener("paste", (event) => {
    const { files = [] } = event.clipboardData ?? {};
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });
  phone.addEventListener("dragover", (event) => {
    event.preventDefault();
    phone.classList.add("dropping");
  });
  phone.addEventListener("dragleave", (event) => {
    if (!phone.contains(event.relatedTarget)) phone.classList.remove("dropping");
  });
  phone.addEventListener("drop", (event) => {
    event.preventDefault();
    phone.classList.remove("dropping");
    add(event.dataTransfer?.files ?? []);
  });

  return {
    list: () => [...chosen],
    add: (files) => {
      if (files.length > 0) add(files);
    },
    clear() {
      chosen = [];
      render();
    },
  };
}
