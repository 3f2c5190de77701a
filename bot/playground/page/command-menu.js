// The list of the bot's commands: behind the "/" button, and while a slash is typed. Promises that Enter sends what was
// typed unless an entry was chosen. Refuses to list what the bot did not register.

import { readCommands } from "./api.js";
import { byId, el } from "./dom.js";

/** `onChoose(command)` sends it; `onComplete(command)` puts it into the entry. */
export function createCommandMenu({ entry, onChoose, onComplete }) {
  const menu = byId("commands");
  const slash = byId("slash");
  let commands = [];
  let active = -1;
  let isDismissed = false;

  const options = () => [...menu.children].filter((node) => node.getAttribute("role") === "option");
  const setOpen = (open) => {
    menu.hidden = !open;
    slash.setAttribute("aria-expanded", String(open));
    if (!open) setActive(-1);
  };

  const setActive = (at) => {
    active = at;
    options().forEach((node, i) => {
      node.setAttribute("aria-selected", String(i === at));
      if (i === at) node.scrollIntoView({ block: "nearest" });
    });
    if (at < 0) entry.removeAttribute("aria-activedescendant");
    else entry.setAttribute("aria-activedescendant", `command-${at}`);
  };

  const show = (prefix) => {
    const found = commands.filter(({ command }) => command.startsWith(prefix));
    menu.replaceChildren(
      ...found.map(({ command, description }, i) =>
        el(
          "div",
          {
            class: "command-item",
            role: "option",
            id: `command-${i}`,
            "data-command": command,
            "aria-selected": "false",
            // The entry keeps the focus, and with it the keyboard of a phone.
            onpointerdown: (event) => event.preventDefault(),
            onclick: () => choose(command),
          },
          [
            el("span", { class: "command-name", text: `/${command}` }),
            el("span", { class: "command-about", text: description }),
          ],
        ),
      ),
    );
    if (commands.length === 0)
      menu.append(el("p", { class: "command-none", text: "The bot has registered no commands yet." }));
    setOpen(found.length > 0 || prefix === "");
    setActive(-1);
  };

  const choose = (command) => {
    setOpen(false);
    onChoose(`/${command}`);
  };

  const refresh = async () => {
    commands = await readCommands().catch(() => commands);
    const isTyped = typed() !== undefined && !isDismissed && document.activeElement === entry;
    if (!menu.hidden || isTyped) show(typed() ?? "");
  };

  /** The command being typed, without its slash, while it stands alone in the entry. */
  const typed = () => /^\/([a-z0-9_]*)$/i.exec(entry.value)?.[1]?.toLowerCase();

  slash.addEventListener("click", () => {
    if (!menu.hidden) return setOpen(false);
    show(typed() ?? "");
    entry.focus();
    refresh();
  });
  document.addEventListener("pointerdown", (event) => {
    const isInside = [menu, slash, entry].some((node) => node.contains(event.target));
    if (!isInside) setOpen(false);
  });

  return {
    set(next) {
      commands = next;
    },
    typing() {
      const prefix = typed();
      if (prefix === undefined) isDismissed = false;
      if (prefix === undefined || isDismissed) return setOpen(false);
      const wasClosed = menu.hidden;
      show(prefix);
      if (wasClosed) refresh();
    },
    close: () => setOpen(false),
    /** True when the key was meant for the menu. */
    press({ key }) {
      if (menu.hidden) return false;
      const nodes = options();
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (step !== undefined && nodes.length > 0) {
        const from = active < 0 && step < 0 ? 0 : active;
        setActive((from + step + nodes.length) % nodes.length);
        return true;
      }
      if (key === "Escape") {
        isDismissed = true;
        setOpen(false);
        return true;
      }
      const chosen = nodes[key === "Tab" ? Math.max(active, 0) : active]?.dataset.command;
      if (chosen === undefined || !(key === "Tab" || key === "Enter")) return false;
      if (key === "Enter") choose(chosen);
      else {
        setOpen(false);
        onComplete(`/${chosen} `);
      }
      return true;
    },
  };
}
