// An embeddings endpoint on loopback: checks each request as the strict ones do, answers with vectors that depend on the
// words alone, and breaks on demand. Words that a test calls the same get the same place. Refuses base64, empty inputs,
// unknown keys and batches beyond the usual bounds.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";

export type EmbeddingsFault =
  | { type: "status"; status: number; retryAfter?: string }
  /** One vector too few, or one number too few in the last. */
  | { type: "count" | "dimension" | "nan" | "huge" | "zeros" | "same_index" | "html" | "stall" | "cut" };

export type EmbeddingsOptions = {
  apiKey?: string;
  model?: string;
  dimensions?: number;
  /** Words of one meaning, each list a place of its own. */
  same?: string[][];
  fault?(index: number): EmbeddingsFault | undefined;
};

export type EmbeddingsServer = {
  baseUrl: string;
  /** Inputs of every request that passed the checks. */
  inputs: readonly string[][];
  /** Requests, also those that were refused. */
  count(): number;
  [Symbol.asyncDispose](): Promise<void>;
};

const bodySchema = z.strictObject({
  model: z.string(),
  input: z.array(z.string().min(1).max(32_000)).min(1).max(2048),
  encoding_format: z.literal("float"),
});

export async function startEmbeddingsServer(options: EmbeddingsOptions = {}): Promise<EmbeddingsServer> {
  const { apiKey = "key-of-a-story-0123456789", model = "embed-1", dimensions = 64 } = options;
  const inputs: string[][] = [];
  const state = { count: 0 };
  const open = new Set<ServerResponse>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const index = state.count++;
    open.add(response);
    response.on("close", () => open.delete(response));
    const body = await textOf(request);
    const wrong = refusal(request, body, { apiKey, model });
    if (wrong)
      return send(response, wrong.status, { error: { message: wrong.message, type: "invalid_request" } });
    const { input } = bodySchema.parse(JSON.parse(body));
    inputs.push(input);
    const vectors = input.map((text) => vectorOf(text, dimensions, options.same ?? []));
    breakOrSend(response, { model, vectors, fault: options.fault?.(index) });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    inputs,
    count: () => state.count,
    async [Symbol.asyncDispose]() {
      for (const response of open) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refusal(
  request: IncomingMessage,
  body: string,
  { apiKey, model }: { apiKey: string; model: string },
) {
  const { method, url, headers } = request;
  if (method !== "POST" || url !== "/v1/embeddings") return { status: 404, message: `no ${method} ${url}` };
  if (headers.authorization !== `Bearer ${apiKey}`)
    return { status: 401, message: `wrong key ${headers.authorization}` };
  if (!headers["content-type"]?.startsWith("application/json")) return { status: 415, message: "send JSON" };
  const parsed = bodySchema.safeParse(parse(body));
  if (!parsed.success) return { status: 400, message: z.prettifyError(parsed.error) };
  if (parsed.data.model !== model) return { status: 404, message: `no model ${parsed.data.model}` };
  const chars = parsed.data.input.reduce((sum, text) => sum + text.length, 0);
  return chars > 300_000 ? { status: 413, message: "too much text" } : null;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

type Sending = { model: string; vectors: number[][]; fault: EmbeddingsFault | undefined };

function breakOrSend(response: ServerResponse, { model, vectors, fault }: Sending): void {
  const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
  const whole = { object: "list", model, data, usage: { prompt_tokens: 1, total_tokens: 1 } };
  const last = data.at(-1);
  switch (fault?.type) {
    case undefined:
      return send(response, 200, whole);
    case "status":
      if (fault.retryAfter !== undefined) response.setHeader("retry-after", fault.retryAfter);
      return send(response, fault.status, { error: { message: "the server's own words" } });
    case "count":
      return send(response, 200, { ...whole, data: data.slice(1) });
    case "dimension":
      last?.embedding.pop();
      return send(response, 200, whole);
    case "huge":
      last?.embedding.splice(0, 1, 1e39);
      return send(response, 200, whole);
    case "zeros":
      last?.embedding.fill(0);
      return send(response, 200, whole);
    case "same_index":
      return send(response, 200, { ...whole, data: data.map((one) => ({ ...one, index: 0 })) });
    case "nan":
      return sendText(response, JSON.stringify(whole).replace(/\[-?[\d.e-]+,/, "[NaN,"));
    case "html":
      return sendText(response, "<html>a proxy's page</html>");
    case "cut":
      response.writeHead(200, { "content-type": "application/json", "content-length": "100000" });
      response.write('{"object":"list","data":[', () => response.destroy());
      return;
    case "stall":
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"object":');
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function sendText(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(text);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Each word takes a few places, by its letters; together they have the length 1. */
function vectorOf(text: string, dimensions: number, same: string[][]): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const place = same.find((words) => words.includes(word))?.[0] ?? word;
    for (const salt of ["a", "b", "c"]) {
      const hash = hashOf(salt + place);
      const at = hash % dimensions;
      vector[at] = (vector[at] ?? 0) + (hash & 65_536 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.map((_, at) => (at === 0 ? 1 : 0)) : vector.map((value) => value / length);
}

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash;
}
