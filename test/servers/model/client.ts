// A plain client for the model servers' tests: posts a body, collects what came. Promises the frames and the
// bytes as they arrived, also of a body that ended in the middle. Refuses to interpret them.

export type Answer = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  /** Complete `data:` events, parsed; `[DONE]` stays a string. */
  events: unknown[];
  /** The body ended without its proper end. */
  broken: boolean;
};

export const user = (content: string) => ({ role: "user", content });

export function tool(name: string, properties: Record<string, unknown> = {}) {
  return { type: "function", function: { name, parameters: { type: "object", properties } } };
}

export const basicBody = { model: "m", messages: [user("hello")], max_tokens: 100 };

export async function post(
  baseUrl: string,
  body: unknown,
  headers: Record<string, string> = {},
  signal: AbortSignal = AbortSignal.timeout(10_000),
): Promise<Answer> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body:
      body instanceof Uint8Array
        ? new Uint8Array(body)
        : typeof body === "string"
          ? body
          : JSON.stringify(body),
    signal,
  });
  const { bytes, broken } = await collect(response);
  const text = bytes.toString();
  const lines = text.split("\n\n").slice(0, -1);
  const events = lines.filter((line) => line.startsWith("data: ")).map((line) => parse(line.slice(6)));
  return { status: response.status, headers: response.headers, bytes, text, events, broken };
}

async function collect(response: Response): Promise<{ bytes: Buffer; broken: boolean }> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of response.body ?? []) parts.push(part);
    return { bytes: Buffer.concat(parts), broken: false };
  } catch {
    return { bytes: Buffer.concat(parts), broken: true };
  }
}

function parse(text: string): unknown {
  return text === "[DONE]" ? text : JSON.parse(text);
}
