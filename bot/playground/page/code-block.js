// A block of code: its language, a button that copies it, lines coloured when it is a diff. Promises that only the
// block scrolls sideways, never the chat. Refuses to guess a language.

import { classifyDiff } from "./diff-lines.js";
import { copyText, el, icon } from "./dom.js";

const MOST_LINES = 4_000;

/** "text" is what a model calls a block of no language. */
export function codeBlock(text, given) {
  const language = given === "text" ? undefined : given;
  const isDiff = language === "diff" || language === "patch";
  const code = isDiff ? diffCode(text) : el("code", { text });
  const named = language ? `Code, ${language}` : "Code";
  return el("div", { class: isDiff ? "code diff" : "code" }, [
    el("div", { class: "code-head" }, [el("span", { text: language ?? "" }), copyButton(text)]),
    el("pre", { tabindex: 0, role: "region", "aria-label": named }, [code]),
  ]);
}

function copyButton(text) {
  const words = el("span", { text: "Copy" });
  const copy = async () => {
    words.textContent = (await copyText(text)) ? "Copied" : "Not allowed";
    setTimeout(() => {
      words.textContent = "Copy";
    }, 1_600);
  };
  return el("button", { class: "copy", type: "button", "aria-label": "Copy the code", onclick: copy }, [
    icon("copy"),
    words,
  ]);
}

/** Lines with their colours; the line breaks stay, so that what is selected and copied is the text itself. */
export function diffCode(text, most = MOST_LINES) {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const kinds = classifyDiff(lines);
  const code = el("code");
  lines.slice(0, most).forEach((line, at) => {
    code.append(el("span", { class: `line ${kinds[at]}`, text: `${line}\n` }));
  });
  if (lines.length > most)
    code.append(
      el("span", { class: "line same", text: `… ${lines.length - most} more lines: download the file` }),
    );
  return code;
}

export function countDiff(text) {
  const lines = text.split("\n");
  const kinds = classifyDiff(lines);
  const count = (kind) => kinds.filter((one) => one === kind).length;
  return { added: count("add"), removed: count("drop"), lines: lines.length - (lines.at(-1) === "" ? 1 : 0) };
}
