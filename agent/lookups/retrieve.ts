// What a query brings back from the documentation, for somebody to answer from: whole chunks, best first. Promises a
// handful, exact names before neighbours. Refuses to answer, and to send anything but the query anywhere.

import type { Chunk } from "../docs/chunk.ts";
import type { Docs } from "../docs/open-docs.ts";
import type { Embedder } from "../ports.ts";

export type RetrieveContext = { docs: Docs; embedder: Embedder | null; signal: AbortSignal };

/** More would not be read, and less may miss what the question is about. */
const MAX_CHUNKS = 8;

export async function retrieve(query: string, { docs, signal }: RetrieveContext): Promise<Chunk[]> {
  const { hits } = await docs.lookup(query, MAX_CHUNKS);
  signal.throwIfAborted();
  return hits.flatMap(({ chunk }) => docs.chunk(chunk) ?? []);
}
