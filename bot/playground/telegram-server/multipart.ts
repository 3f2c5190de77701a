// Splits a multipart/form-data body into fields and uploads. Promises byte-exact uploads.
// Refuses a body without its closing boundary: a cut upload must never pass for a whole one.

import { badRequest } from "./refusal.ts";

export type Upload = { name: string; mime: string | undefined; bytes: Buffer };
export type Multipart = { fields: Record<string, string>; uploads: Map<string, Upload> };

const crlf = Buffer.from("\r\n");
const blank = Buffer.from("\r\n\r\n");

export function parseMultipart(body: Buffer, boundary: string): Multipart {
  const parsed: Multipart = { fields: {}, uploads: new Map() };
  const mark = Buffer.from(`--${boundary}`);
  const between = Buffer.concat([crlf, mark]);
  if (!body.subarray(0, mark.length).equals(mark)) throw malformed();
  let at = mark.length;
  while (!isClosing(body, at)) {
    if (!body.subarray(at, at + 2).equals(crlf)) throw malformed();
    const headEnd = body.indexOf(blank, at);
    const end = body.indexOf(between, headEnd < 0 ? at : headEnd);
    if (headEnd < 0 || end < 0) throw malformed();
    keepPart(parsed, body.toString("utf8", at + 2, headEnd), body.subarray(headEnd + blank.length, end));
    at = end + between.length;
  }
  return parsed;
}

const isClosing = (body: Buffer, at: number) => body.toString("latin1", at, at + 2) === "--";
const malformed = () => badRequest("failed to parse multipart/form-data");

function keepPart(into: Multipart, head: string, content: Buffer): void {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(head)?.[1] ?? "";
  const name = attribute(disposition, "name");
  if (name === undefined) throw malformed();
  const file = attribute(disposition, "filename");
  if (file === undefined) {
    if (into.fields[name] !== undefined) throw badRequest(`parameter "${name}" is given twice`);
    into.fields[name] = decodeUtf8(content);
    return;
  }
  const mime = /^content-type:\s*([^\s;]+)/im.exec(head)?.[1];
  // The body is a view into the request; a copy lets the rest of it be freed.
  into.uploads.set(name, { name: file, mime, bytes: Buffer.from(content) });
}

/** Both forms are in use: filename="a b.txt" and, from grammY, filename=a.txt. */
function attribute(disposition: string, name: string): string | undefined {
  const quoted = new RegExp(`(?:^|;)\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, "i").exec(disposition)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(["\\])/g, "$1");
  return new RegExp(`(?:^|;)\\s*${name}=([^;]*)`, "i").exec(disposition)?.[1]?.trim();
}

export function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TypeError) throw badRequest("strings must be encoded in UTF-8");
    throw cause;
  }
}
