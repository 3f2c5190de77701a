// Tells every open page what changes, as Server-Sent Events. Promises the whole state first and then each change in
// order, with a heartbeat, so that a page can tell silence from a dead server. Refuses to buffer for a page that
// does not read: its connection ends, and it starts over with the whole state.

import type { ServerResponse } from "node:http";
import type { Clock } from "../../store/clock.ts";
import { HttpRefusal } from "./page-http.ts";
import { type About, type ChatView, pageState, pageStatus, viewed } from "./page-view.ts";

export type StreamDeps = ChatView & { clock: Clock; about: () => Promise<About>; signal: AbortSignal };

export type Streams = {
  open(response: ServerResponse): Promise<void>;
  /** Resolves once the heartbeat has ended; call it after the signal was aborted. */
  closed: Promise<void>;
};

const HEARTBEAT_MS = 15_000;
const MOST_PAGES = 32;
const MOST_UNREAD_BYTES = 8 * 1024 * 1024;

export function createStreams(deps: StreamDeps): Streams {
  const { person, chat, signal } = deps;
  const pages = new Set<ServerResponse>();
  const changed = new Set<number>();
  let lastAbout = "";

  const send = (page: ServerResponse, event: string, value: unknown) => {
    page.write(`event: ${event}\ndata: ${JSON.stringify(value)}\n\n`);
    if (page.writableLength > MOST_UNREAD_BYTES) page.destroy();
  };
  const broadcast = (event: string, value: unknown) => {
    for (const page of pages) send(page, event, value);
  };

  /** The workspace may be switched by a message, so the header is asked for again after each. */
  const refreshAbout = async () => {
    const about = await deps.about();
    const text = JSON.stringify(about);
    if (text !== lastAbout) broadcast("about", about);
    lastAbout = text;
  };

  const flush = () => {
    const ids = [...changed];
    changed.clear();
    if (pages.size === 0 || signal.aborted) return;
    const all = person.messages(chat);
    const wanted = all.filter((message) => ids.includes(message.id));
    for (const message of viewed(all, wanted)) broadcast("message", message);
    for (const id of ids) {
      if (id !== 0 && !wanted.some((message) => message.id === id)) broadcast("gone", { id });
    }
    broadcast("status", pageStatus(person, chat));
    // Failing, it leaves the header as it was; the next page to open is told.
    refreshAbout().catch(() => undefined);
  };

  const stopListening = person.onChange((change) => {
    if (change.chat !== chat) return;
    if (changed.size === 0) setImmediate(flush);
    changed.add(change.messageId);
  });

  const beat = async () => {
    try {
      while (!signal.aborted) {
        await deps.clock.sleep(HEARTBEAT_MS, signal);
        broadcast("beat", {});
      }
    } catch (cause) {
      if (!signal.aborted) throw cause;
    } finally {
      stopListening();
      for (const page of pages) page.end();
    }
  };

  return {
    async open(response) {
      if (pages.size >= MOST_PAGES) throw new HttpRefusal(503, "Too many pages are open: close some.");
      const about = await deps.about();
      if (response.destroyed || signal.aborted) return;
      response.setHeader("content-type", "text/event-stream; charset=utf-8");
      response.once("close", () => pages.delete(response));
      // What waits to be sent is in this state already, and sending it once more does no harm.
      pages.add(response);
      send(response, "state", pageState(deps, about));
    },
    closed: beat(),
  };
}
