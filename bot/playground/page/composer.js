// Where a message is written: text, reply, edit, files. Promises that what was typed is never lost: it is kept over a
// reload, and comes back when it could not be sent. Refuses to send an empty message.

import { editText, sendFile, sendText } from "./api.js";
import { inWords } from "./bubble.js";
import { createCommandMenu } from "./command-menu.js";
import { byId, el, icon } from "./dom.js";
import { createFiles } from "./files.js";
import { readDraft, storeDraft } from "./kept-draft.js";

const MOST_CAPTION = 1_024;

/** `find(id)` gives a message, `lastOwn()` the one that arrow-up edits, `name()` the bot's name. */
export function createComposer({ find, lastOwn, name, toast }) {
  const entry = byId("text");
  const quoting = byId("quoting");
  const kept = readDraft();
  let mode = { type: "new", ...(kept.replyTo ? { replyTo: kept.replyTo } : {}) };
  /** What stood in the entry before an edit began. */
  let aside = "";
  let sending = Promise.resolve();
  const files = createFiles({ toast, onChange: () => render() });
  const commands = createCommandMenu({
    entry,
    onChoose: (command) => send({ text: command, files: [], mode: { type: "new" } }),
    onComplete: (text) => setText(text),
  });

  const fit = () => {
    entry.style.height = "auto";
    // scrollHeight has no borders in it; without them there is always a scrollbar.
    entry.style.height = `${entry.scrollHeight + entry.offsetHeight - entry.clientHeight}px`;
  };
  const setText = (text) => {
    entry.value = text;
    changed();
    entry.focus();
  };
  const changed = () => {
    fit();
    render();
    if (mode.type === "new") storeDraft({ text: entry.value, replyTo: mode.replyTo });
  };

  function render() {
    const isFull = entry.value.trim() !== "" || files.list().length > 0;
    const isEdit = mode.type === "edit";
    byId("send").disabled = !isFull;
    byId("send").setAttribute("aria-label", isEdit ? "Save the edit" : "Send");
    byId("send").replaceChildren(icon(isEdit ? "check" : "send"));
    byId("attach").hidden = isEdit;
    byId("composer").classList.toggle("full", isFull);
    renderQuoting();
  }

  function renderQuoting() {
    const id = mode.type === "edit" ? mode.id : mode.replyTo;
    const message = id === undefined ? undefined : find(id);
    quoting.hidden = id === undefined;
    entry.placeholder = message?.wantsReply?.placeholder ?? "Message";
    if (id === undefined) return;
    const who = message?.mine ? "yourself" : name();
    quoting.replaceChildren(
      icon(mode.type === "edit" ? "edit" : "reply"),
      el("div", { class: "quoting-words" }, [
        el("span", {
          class: "quoted-who",
          text: mode.type === "edit" ? "Edit your message" : `Reply to ${who}`,
        }),
        el("span", { class: "quoted-text", dir: "auto", text: message ? inWords(message) : "…" }),
      ]),
      el(
        "button",
        {
          class: "round",
          type: "button",
          "aria-label": mode.type === "edit" ? "Leave the edit" : "Do not reply",
          onclick: leaveMode,
        },
        [icon("close")],
      ),
    );
  }

  function leaveMode() {
    const wasEdit = mode.type === "edit";
    mode = { type: "new" };
    setText(wasEdit ? aside : entry.value);
  }

  function reply(id) {
    if (mode.type === "edit") leaveMode();
    mode = { type: "new", replyTo: id };
    setText(entry.value);
  }

  /** The bot asks for words: they are to answer its message, unless something else is being edited. */
  function answer(id) {
    if (mode.type === "new") reply(id);
  }

  function edit(id) {
    const message = find(id);
    if (message === undefined) return;
    if (mode.type === "new") aside = entry.value;
    mode = { type: "edit", id };
    setText(message.text);
  }

  function submit() {
    const text = entry.value;
    const given = files.list();
    if (text.trim() === "" && given.length === 0) return;
    const was = mode;
    mode = { type: "new" };
    files.clear();
    entry.value = was.type === "edit" ? aside : "";
    fit();
    render();
    commands.close();
    // The kept copy goes only once the message has arrived.
    send({ text, files: given, mode: was });
  }

  /** One after the other, in the order of the taps. */
  function send(message) {
    sending = sending.then(async () => {
      try {
        await deliver(message);
        if (mode.type === "new") storeDraft({ text: entry.value, replyTo: mode.replyTo });
      } catch (error) {
        toast(`Not sent. ${error.message}`, "bad");
        restore(message);
      }
    });
  }

  function restore(message) {
    files.add(message.files);
    if (message.mode.type === "edit") {
      if (mode.type === "new") edit(message.mode.id);
      return setText(message.text);
    }
    const joined = (rest) => [message.text, rest].filter((part) => part !== "").join("\n");
    if (mode.type === "edit") {
      aside = joined(aside);
      return storeDraft({ text: aside, replyTo: undefined });
    }
    if (message.mode.replyTo) mode = message.mode;
    setText(joined(entry.value));
  }

  function press(event) {
    if (event.isComposing) return;
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    const isForMenu = isPlain && commands.press(event);
    const isSend = event.key === "Enter" && !event.shiftKey;
    const isEdit = event.key === "ArrowUp" && isPlain && entry.value === "" && mode.type === "new";
    if (isForMenu || isSend || (isEdit && lastOwn())) event.preventDefault();
    if (isForMenu) return;
    if (isSend) submit();
    else if (isEdit && lastOwn()) edit(lastOwn().id);
    else if (event.key === "Escape" && !quoting.hidden) leaveMode();
  }

  entry.addEventListener("keydown", press);
  entry.addEventListener("input", () => {
    changed();
    commands.typing();
  });
  byId("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  addEventListener("resize", fit);
  entry.value = kept.text;
  fit();
  render();

  return {
    reply,
    answer,
    edit,
    /** Sends words that were tapped, past what is being typed. */
    say: (text) => send({ text, files: [], mode: { type: "new" } }),
    setCommands: commands.set,
    /** The messages have changed: a quoted one may look different, or be gone. */
    refresh: render,
  };
}

/** What has arrived leaves the message, so that a later failure brings back only the rest. */
async function deliver(message) {
  const { mode, files } = message;
  if (mode.type === "edit") return editText(mode.id, message.text);
  const { replyTo } = mode;
  const isCaption = files.length > 0 && message.text.length <= MOST_CAPTION;
  if (message.text.trim() !== "" && !isCaption) {
    await sendText(message.text, replyTo);
    message.text = "";
  }
  while (files.length > 0) {
    await sendFile(files[0], { caption: message.text.trim(), replyTo });
    files.shift();
    message.text = "";
  }
}
