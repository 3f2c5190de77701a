// Embeddings behind any OpenAI-compatible endpoint: texts in, one vector each out, in their order. Promises that every
// vector is finite and of one length, and asks each batch once. Refuses to let a URL, a key or the server's words into
// an error, and to take a reply that does not fit its request for one that does.

import type { OpenAI } from "openai";
import { z } from "zod";
import type { Clock } from "../../store/clock.ts";
import type { Embedder, ModelFailure } from "../ports.ts";
import { connect, failure, failureOf, type ModelEndpoint, refused, statusOf } from "./client.ts";

/** A batch may begin to come this late, pause this long, and last this long. */
const LIMITS = { headersMs: 60_000, idleMs: 30_000, totalMs: 120_000 };
/** Endpoints take at least so many inputs at once, and so much text together. */
const BATCH = { texts: 64, chars: 60_000 };
/** 64 vectors of 4,096 numbers, written out. */
const MAX_BODY = 16 * 1024 * 1024;

type Embedded = Awaited<ReturnType<Embedder["embed"]>>;

export function createEmbedder(
  endpoint: ModelEndpoint,
  { model, clock, limits = LIMITS }: { model: string; clock: Clock; limits?: typeof LIMITS },
): Embedder {
  const state: { client: OpenAI | null } = { client: null };
  return {
    model,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (const batch of batches(texts)) {
        const total = AbortSignal.timeout(limits.totalMs);
        try {
          state.client ??= await connect(endpoint, limits, clock);
          const body = { model, input: batch, encoding_format: "float" };
          const reply = await ask(state.client, body, { clock, signal: AbortSignal.any([signal, total]) });
          if (!reply.ok) return reply;
          vectors.push(...reply.vectors);
        } catch (error) {
          if (total.aborted && !signal.aborted) return failure("timeout", "its reply took too long.");
          return failureOf(error, signal);
        }
      }
      return isOneLength(vectors) ? { ok: true, vectors } : misfit("vectors of different lengths");
    },
  };
}

/** Null where no model is configured: documentation is then searched by its words alone. */
export function embedderOf(
  configured: (ModelEndpoint & { model: string }) | undefined,
  clock: Clock,
): Embedder | null {
  return configured ? createEmbedder(configured, { model: configured.model, clock }) : null;
}

function batches(texts: readonly string[]): string[][] {
  const all: string[][] = [];
  let chars = 0;
  for (const text of texts) {
    const last = all.at(-1);
    // An empty input is an error at most endpoints.
    const input = text.trim() === "" ? "-" : text;
    chars += input.length;
    if (last && last.length < BATCH.texts && chars <= BATCH.chars) last.push(input);
    else {
      all.push([input]);
      chars = input.length;
    }
  }
  return all;
}

type Body = { model: string; input: string[]; encoding_format: string };

async function ask(
  client: OpenAI,
  body: Body,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Embedded> {
  const response = await client.post("/embeddings", { body, signal, stream: true }).asResponse();
  const status = statusOf(response);
  if (status === 404) {
    await response.body?.cancel();
    const words =
      "it does not know this address or model (HTTP 404). Check OPENAI_BASE_URL and HANDRAIL_EMBEDDINGS_MODEL.";
    return failure("status", words, { status, retryable: false });
  }
  if (status !== 200) return await refused({ status, headers: response.headers, body: response.body }, clock);
  return vectorsIn(await textOf(response), body.input.length);
}

async function textOf(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const replySchema = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1) })),
});

function vectorsIn(text: string | null, wanted: number): Embedded {
  if (text === null) return misfit("more than a reply can be");
  const parsed = replySchema.safeParse(parseJson(text));
  if (!parsed.success) return misfit("something else than vectors");
  const { data } = parsed.data;
  if (data.length !== wanted) return misfit(`${data.length} vectors for ${wanted} texts`);
  const byIndex = new Map(data.map(({ index, embedding }) => [index, Float32Array.from(embedding)]));
  const vectors: Float32Array[] = [];
  for (let at = 0; at < wanted; at++) {
    const vector = byIndex.get(at);
    if (!vector) return misfit("two vectors for one text");
    if (!vector.every(Number.isFinite)) return misfit("a number that is none");
    if (vector.every((value) => value === 0)) return misfit("a vector of zeros");
    vectors.push(vector);
  }
  return { ok: true, vectors };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isOneLength = (vectors: readonly Float32Array[]): boolean =>
  vectors.every(({ length }) => length === vectors[0]?.length);

const misfit = (what: string): ModelFailure =>
  failure("malformed", `the embeddings endpoint sent ${what}.`, { retryable: false });
