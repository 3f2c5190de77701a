// What the page may ask for: the state, its changes, and everything a thumb does in a chat. Promises that what it
// sends is stored before it is answered. Refuses, in a sentence that the page shows, what a chat app would not offer.

import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import {
  type Admitted,
  HttpRefusal,
  notFound,
  readBody,
  readJson,
  sendBytes,
  sendJson,
} from "./page-http.ts";
import type { Streams } from "./page-stream.ts";
import { type About, type ChatView, earlierMessages, pageState } from "./page-view.ts";
import { formatText } from "./telegram-server/formatted-text.ts";
import { imageSize } from "./telegram-server/image-size.ts";
import { limits } from "./telegram-server/limits.ts";
import type { VisibleMessage } from "./telegram-server/person-view.ts";

export type RouteDeps = ChatView & { streams: Streams; about: () => Promise<About>; signal: AbortSignal };
export type Exchange = { request: IncomingMessage; response: ServerResponse; query: URLSearchParams };
type Route = (deps: RouteDeps, exchange: Exchange) => Promise<void>;

const UPLOAD_LIMIT = 20 * 1024 * 1024;
const messageId = z.int().positive();

const routes: Readonly<Record<string, Route>> = {
  "GET api/state": async (deps, { response }) => sendJson(response, pageState(deps, await deps.about())),
  "GET api/events": (deps, { response }) => deps.streams.open(response),
  "GET api/messages": async (deps, { response, query }) =>
    sendJson(response, earlierMessages(deps, numberOf(query, "before"))),
  "GET api/commands": async ({ person, chat, user }, { response }) =>
    sendJson(response, { commands: person.commands(chat, user) }),
  "GET api/document": download,
  "POST api/send": send,
  "POST api/edit": edit,
  "POST api/tap": tap,
  "POST api/document": upload,
  "POST api/stop-draft": stopDraft,
};

/** The route behind this path, or undefined when it is none of the interface's. */
export function findRoute({ method, path }: Admitted): Route | undefined {
  const name = `${method} ${path}`;
  return Object.hasOwn(routes, name) ? routes[name] : undefined;
}

async function send({ person, chat, user }: RouteDeps, { request, response }: Exchange): Promise<void> {
  const shape = z.object({ text: z.string(), replyTo: messageId.optional() });
  const { text, replyTo } = await readJson(request, shape);
  refuseEmpty(text);
  if (replyTo !== undefined) existing(person.messages(chat), replyTo);
  const id = person.sendText({ chat, from: user, text, ...(replyTo === undefined ? {} : { replyTo }) });
  sendJson(response, { id });
}

function refuseEmpty(text: string): void {
  if (formatText(text, []).text === "") throw new HttpRefusal(400, "There is nothing to send.");
}

function existing(messages: readonly VisibleMessage[], id: number): VisibleMessage {
  const message = messages.find((candidate) => candidate.id === id);
  if (message === undefined) throw new HttpRefusal(409, "That message is gone.");
  return message;
}

async function edit({ person, chat, user }: RouteDeps, { request, response }: Exchange): Promise<void> {
  const { id, text } = await readJson(request, z.object({ id: messageId, text: z.string() }));
  refuseEmpty(text);
  const message = existing(person.messages(chat), id);
  const isText = message.document === undefined && message.photo === undefined;
  if (message.from !== user || !isText) throw new HttpRefusal(409, "Only your own texts can be edited.");
  if (text.length > limits.text) {
    throw new HttpRefusal(400, `A message holds ${limits.text} characters; this is ${text.length}.`);
  }
  person.editText({ chat, from: user, messageId: id, text });
  sendJson(response, { id });
}

async function tap(deps: RouteDeps, { request, response }: Exchange): Promise<void> {
  const { person, chat, user } = deps;
  const { id, data } = await readJson(request, z.object({ id: messageId, data: z.string().max(256) }));
  const { keyboard } = existing(person.messages(chat), id);
  const isThere = keyboard.flat().some((button) => button.callback_data === data);
  if (!isThere) throw new HttpRefusal(409, "That button is gone.");
  try {
    const tapped = { chat, from: user, messageId: id, data };
    sendJson(response, await person.tap(tapped, AbortSignal.any([deps.signal, whenLeft(response)])));
  } catch (cause) {
    if (deps.signal.aborted) throw cause;
    throw new HttpRefusal(
      504,
      "The bot did not answer the tap. It may still have done it: look before you tap again.",
    );
  }
}

/** Aborted when the page went away before its answer. */
function whenLeft(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once("close", () => left.abort(new Error("The page went away.")));
  return left.signal;
}

async function upload(
  { person, chat, user }: RouteDeps,
  { request, response, query }: Exchange,
): Promise<void> {
  if (request.headers["content-type"] !== "application/octet-stream") {
    throw new HttpRefusal(415, "Send the file's bytes.");
  }
  const caption = query.get("caption") ?? "";
  if (caption.length > limits.caption) {
    throw new HttpRefusal(400, `A file's comment holds ${limits.caption} characters.`);
  }
  const replyTo = query.has("replyTo") ? numberOf(query, "replyTo") : undefined;
  if (replyTo !== undefined) existing(person.messages(chat), replyTo);
  const bytes = await readBody(request, UPLOAD_LIMIT);
  if (bytes.length === 0) throw new HttpRefusal(400, "That file is empty.");
  const file = { name: query.get("name") ?? "file", bytes, caption };
  const id = person.sendDocument({
    chat,
    from: user,
    ...file,
    ...(replyTo === undefined ? {} : { replyTo }),
  });
  sendJson(response, { id });
}

/** Bytes always leave as a download; a picture is the one thing that the page shows itself. */
async function download({ person, chat }: RouteDeps, { response, query }: Exchange): Promise<void> {
  const wanted = numberOf(query, "id");
  const message = person.messages(chat).find(({ id }) => id === wanted);
  const file = message?.document ?? message?.photo;
  if (message === undefined || file === undefined) throw notFound();
  const bytes = file.bytes();
  response.setHeader("content-disposition", `attachment; filename*=UTF-8''${encodeName(file.name)}`);
  sendBytes(response, message.photo === undefined ? "application/octet-stream" : pictureType(bytes), bytes);
}

/** By the bytes, never by what the name says. */
function pictureType(bytes: Uint8Array): string {
  if (imageSize(Buffer.from(bytes)) === undefined) return "application/octet-stream";
  if (bytes[0] === 0x89) return "image/png";
  if (bytes[0] === 0xff) return "image/jpeg";
  return bytes[0] === 0x47 ? "image/gif" : "image/webp";
}

const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

async function stopDraft({ person, chat, user }: RouteDeps, { response }: Exchange): Promise<void> {
  if (person.status(chat).draft?.canStop !== true) throw new HttpRefusal(409, "There is nothing to stop.");
  person.stopDraft({ chat, from: user });
  sendJson(response, {});
}

function numberOf(query: URLSearchParams, name: string): number {
  const value = Number(query.get(name) ?? Number.NaN);
  if (!Number.isSafeInteger(value) || value < 1) throw new HttpRefusal(400, `"${name}" is not a number.`);
  return value;
}
