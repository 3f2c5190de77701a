// What a query brings back from the documentation, for somebody to answer from: whole chunks, best first. Promises exact
// names before neighbours, then words and, where vectors are, meaning. Refuses to answer, and to send anything but the
// query anywhere: a long text is searched by its words alone.

import type { Chunk } from "../docs/chunk.ts";
import type { Docs } from "../docs/open-docs.ts";
import type { Embedder } from "../ports.ts";

export type RetrieveContext = { docs: Docs; embedder: Embedder | null; signal: AbortSignal };

/** More would not be read, and less may miss what the question is about. */
const MAX_CHUNKS = 8;
/** Of one exact name: it is the answer, and its neighbours are what the answer is compared with. */
const MAX_NAMED = 4;
/** What is longer is no query: an imagined answer is never embedded, since in an unknown domain it is invention. */
const MAX_EMBEDDED_CHARS = 300;

export async function retrieve(query: string, ctx: RetrieveContext): Promise<Chunk[]> {
  const { docs, signal } = ctx;
  const exact = await docs.lookup(query, MAX_NAMED);
  const named = exact.kind === "name" ? exact.hits : [];
  const meaning = named.length > 0 ? null : await meaningOf(query, ctx);
  signal.throwIfAborted();
  const found = await docs.search(query, MAX_CHUNKS, meaning);
  signal.throwIfAborted();
  const ids = new Set([...named, ...found.hits].map(({ chunk }) => chunk));
  return [...ids].slice(0, MAX_CHUNKS).flatMap((id) => docs.chunk(id) ?? []);
}

/** Null wherever words must do: no model, no vectors of it, a text that is no query, an endpoint that fails. */
async function meaningOf(query: string, { docs, embedder, signal }: RetrieveContext) {
  if (!embedder || query.length > MAX_EMBEDDED_CHARS || !(await docs.hasVectors(embedder.model))) return null;
  const reply = await embedder.embed([query], signal);
  const vector = reply.ok ? reply.vectors[0] : undefined;
  return vector ? { model: embedder.model, vector } : null;
}
