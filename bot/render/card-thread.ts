// Renders review cards without holding the event loop: a large one in a thread of its own, since megabytes of a diff
// take seconds and a tap on another card must not wait for them. Promises the same card either way. Refuses to keep any.

import { Worker } from "node:worker_threads";
import type { ReviewCard } from "../../agent/ports.ts";
import { diffDocument, type RenderedCard, renderCard } from "./card.ts";

export type CardQuestion = { card: ReviewCard; page: number };
export type CardAnswer = { shown: RenderedCard; document: { name: string; bytes: Uint8Array } };

/** Rendered here below this: a few dozen milliseconds, less than it takes to start a thread. */
const SMALL_BYTES = 100_000;

export async function renderAside(question: CardQuestion): Promise<CardAnswer> {
  return sizeOf(question.card) <= SMALL_BYTES ? answerTo(question) : await inThread(question);
}

export function answerTo({ card, page }: CardQuestion): CardAnswer {
  return { shown: renderCard(card, page), document: diffDocument(card) };
}

function sizeOf({ files }: ReviewCard): number {
  return files.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);
}

async function inThread(question: CardQuestion): Promise<CardAnswer> {
  const worker = new Worker(new URL("./card-worker.ts", import.meta.url), { workerData: question, env: {} });
  const { promise, resolve, reject } = Promise.withResolvers<CardAnswer>();
  worker.on("message", (answer: CardAnswer) => resolve(answer));
  worker.on("error", (cause) => reject(new Error("The card could not be rendered.", { cause })));
  worker.on("exit", () => reject(new Error("The thread of a card ended early.")));
  try {
    return await promise;
  } finally {
    await worker.terminate();
  }
}
