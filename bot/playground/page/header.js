// The bar at the top: who answers, on what, with which model, and whether the line holds. Promises that a lost line is
// said in words. Refuses to hide that the model is the offline one.

import { byId } from "./dom.js";
import { showFacts } from "./overlay.js";

const links = {
  connecting: { words: "connecting", banner: "" },
  open: { words: "connected", banner: "" },
  lost: {
    words: "no connection",
    banner: "No connection. Handrail may be restarting; this page returns by itself.",
  },
  unknown: {
    words: "no connection",
    banner: "This address is no longer valid. Open the one that Handrail printed when it started.",
  },
};

const doing = {
  typing: "typing…",
  upload_document: "sending a file…",
  upload_photo: "sending a picture…",
};

const modelWords = ({ model }) => model ?? "offline model";

export function createHeader() {
  let about = { bot: "Handrail", workspace: "", model: null, note: "" };
  let action;
  let link = "connecting";

  const render = () => {
    const idle = about.workspace === "" ? "Connecting…" : `${about.workspace} · ${modelWords(about)}`;
    const acting = link === "open" && action !== undefined;
    byId("bot-name").textContent = about.bot;
    byId("subtitle").textContent = acting ? (doing[action] ?? "working…") : idle;
    byId("subtitle").classList.toggle("acting", acting);
    byId("about").setAttribute("aria-label", `${about.bot}, ${idle}: about this chat`);
  };

  byId("about").addEventListener("click", () => {
    const facts = [
      ["Workspace", about.workspace],
      ["Model", modelWords(about)],
      ["Page", "on this machine only, for whoever has its address"],
    ];
    showFacts(about.bot, facts, about.note);
  });

  return {
    show(next) {
      about = next;
      render();
    },
    act(next) {
      action = next;
      render();
    },
    link(next) {
      link = next;
      const { words, banner } = links[next];
      byId("link").dataset.link = next;
      byId("link-words").textContent = words;
      byId("banner").textContent = banner;
      byId("banner").hidden = banner === "";
      render();
    },
  };
}
