// Reads new words of the bot to whoever listens instead of looking. Promises the last state of a message that is edited
// many times, not each of them. Refuses to repeat itself.

import { inWords } from "./bubble.js";
import { byId } from "./dom.js";

const CALM_MS = 1_200;

export function createAnnouncer() {
  const waiting = new Map();
  const said = new Map();
  let timer;

  const say = () => {
    const lines = [];
    for (const [id, message] of waiting) {
      const buttons = message.keyboard.flat().map((button) => button.text);
      const line = inWords(message, 400) + (buttons.length > 0 ? `. Buttons: ${buttons.join(", ")}` : "");
      if (said.get(id) !== line) lines.push(line);
      said.set(id, line);
    }
    waiting.clear();
    if (lines.length > 0) byId("announcer").textContent = lines.join(". ");
  };

  return (message) => {
    if (message.mine) return;
    waiting.set(message.id, message);
    clearTimeout(timer);
    timer = setTimeout(say, CALM_MS);
  };
}
