// Puts the page together: what the server tells goes to the list, the header and the composer; what a person does goes
// to the server. Promises to work on after every lost connection. Refuses to hold state that the server has.

import { createAnnouncer } from "./announcer.js";
import { earlierThan } from "./api.js";
import { createComposer } from "./composer.js";
import { connect } from "./connection.js";
import { byId, copyText } from "./dom.js";
import { listenToGestures } from "./gestures.js";
import { createHeader } from "./header.js";
import { createNow } from "./now.js";
import { alertWords, openLink, openMenu, toast } from "./overlay.js";
import { createTimeline } from "./timeline.js";
import { createTitle } from "./title.js";
import { showWelcome } from "./welcome.js";

const seen = {
  about: { bot: "Handrail", workspace: "", model: null, note: "", suggestions: [] },
  hasState: false,
};

const actions = {
  toast,
  alert: (words) => alertWords(seen.about.bot, words),
  openLink,
  openMenu: showMenu,
  runCommand: (text) => composer.say(text),
  jump(id) {
    if (!timeline.jump(id)) toast("That message is further up, or gone.");
  },
};

const header = createHeader();
const announce = createAnnouncer();
const title = createTitle();
const timeline = createTimeline({ actions, onUnread: showUnread });
const now = createNow({ actions, onAction: header.act });
const composer = createComposer({
  find: timeline.get,
  lastOwn: () => timeline.newest(isOwnText),
  name: () => seen.about.bot,
  toast,
});

const isOwnText = (message) => message.mine && !message.document && !message.photo;

const heard = {
  state({ about: next, messages, hasEarlier, status, commands }) {
    heard.about(next);
    seen.hasState = true;
    timeline.replace(messages, { hasEarlier, botName: next.bot });
    byId("earlier").hidden = !hasEarlier;
    composer.setCommands(commands);
    composer.refresh();
    now.status(status);
    welcome();
  },
  message(message) {
    const isNew = timeline.change(message);
    announce(message);
    if (isNew) title.came(message);
    if (isNew && !message.mine) now.clear();
    if (isNew && message.wantsReply) composer.answer(message.id);
    composer.refresh();
    welcome();
  },
  gone({ id }) {
    timeline.remove(id);
    composer.refresh();
    welcome();
  },
  status: (status) => now.status(status),
  about(next) {
    seen.about = next;
    header.show(next);
    title.name(next.bot);
    welcome();
  },
};

function welcome() {
  showWelcome(seen.about, {
    isEmpty: seen.hasState && timeline.isEmpty(),
    say: (words) => composer.say(words),
  });
}

function showUnread(count, isAtEnd) {
  byId("to-end").hidden = isAtEnd;
  byId("unread").hidden = count === 0;
  byId("unread").textContent = String(count);
  byId("to-end").setAttribute(
    "aria-label",
    count === 0 ? "To the newest message" : `To the newest message, ${count} unread`,
  );
}

function showMenu(id, anchor) {
  const message = timeline.get(id);
  if (message === undefined) return;
  const copy = async () =>
    toast((await copyText(message.text)) ? "Copied." : "The browser did not allow copying.");
  openMenu(
    [
      { words: "Reply", icon: "reply", act: () => composer.reply(id) },
      ...(message.text === "" ? [] : [{ words: "Copy text", icon: "copy", act: copy }]),
      ...(isOwnText(message) ? [{ words: "Edit", icon: "edit", act: () => composer.edit(id) }] : []),
    ],
    anchor,
  );
}

async function loadEarlier() {
  const first = timeline.firstId();
  if (first === undefined) return;
  byId("earlier").setAttribute("aria-busy", "true");
  try {
    const { messages, hasEarlier } = await earlierThan(first);
    timeline.prepend(messages);
    byId("earlier").hidden = !hasEarlier;
  } catch (error) {
    toast(error.message, "bad");
  } finally {
    byId("earlier").removeAttribute("aria-busy");
  }
}

byId("earlier").addEventListener("click", loadEarlier);
byId("to-end").addEventListener("click", timeline.toEnd);
listenToGestures(byId("messages"), { onReply: composer.reply, onMenu: showMenu });
connect((event, value) => heard[event](value), header.link);
if (matchMedia("(pointer: fine)").matches) byId("text").focus();
