// The line to the server: events come in, and it comes back by itself. Promises the whole state after every return,
// and to notice a line that is open but dead. Refuses to hammer: it waits longer each time, up to five seconds.

import { probe } from "./api.js";

const QUIET_MS = 40_000;
const WAITS_MS = [250, 500, 1_000, 2_000, 5_000];
const EVENTS = ["state", "message", "gone", "status", "about", "beat"];

/** `onEvent(name, value)`; `onLink` hears "connecting", "open", "lost" or "unknown" (the address is no longer good). */
export function connect(onEvent, onLink) {
  let source;
  let quietTimer;
  let retryTimer;
  let failures = 0;

  const listen = () => {
    clearTimeout(quietTimer);
    quietTimer = setTimeout(lose, QUIET_MS);
  };

  const lose = async () => {
    const lost = source;
    lost?.close();
    clearTimeout(quietTimer);
    clearTimeout(retryTimer);
    const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)];
    failures += 1;
    retryTimer = setTimeout(open, wait);
    const answer = await probe();
    // Meanwhile the line may be open again, and the older news must not cover the newer.
    if (source !== lost && source.readyState === EventSource.OPEN) return;
    onLink(answer === "unknown" ? "unknown" : failures > 1 ? "lost" : "connecting");
  };

  const open = () => {
    clearTimeout(retryTimer);
    source?.close();
    const opened = new EventSource("api/events");
    source = opened;
    listen();
    opened.onerror = () => {
      if (source === opened) lose();
    };
    for (const name of EVENTS) {
      opened.addEventListener(name, (event) => {
        if (source !== opened) return;
        listen();
        failures = 0;
        if (name === "state") onLink("open");
        if (name !== "beat") onEvent(name, JSON.parse(event.data));
      });
    }
  };

  // A phone that was asleep, or a network that came back, need not wait for the timer.
  const hurry = () => {
    if (!document.hidden && source?.readyState !== EventSource.OPEN) open();
  };
  document.addEventListener("visibilitychange", hurry);
  addEventListener("online", hurry);
  open();
}
