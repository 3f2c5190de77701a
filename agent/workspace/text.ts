// A text file taken apart into lines and put together again, byte for byte: BOM, line endings and a missing final
// newline survive. Promises that parse and render are inverse. Refuses binary content by answering null.

export type TextFile = {
  bom: boolean;
  /** Lines without their endings; a final newline makes no empty line. */
  lines: string[];
  /** The ending of each line: "\n", "\r\n", or "" for a last line without one. */
  ends: string[];
};

const BINARY_PROBE = 8192;

/** Null for bytes that are no text: a NUL near the start, or no valid UTF-8. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, BINARY_PROBE).includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * A script of before UTF-8 was everywhere, for whoever only looks for names in it: one such file once made every finding of
 * its project a doubt (test: "a script in an old encoding is searched like any other").
 */
export function decodeScript(bytes: Uint8Array): string | null {
  const order = `${bytes[0] ?? 0} ${bytes[1] ?? 0}`;
  if (order === "255 254") return new TextDecoder("utf-16le").decode(bytes);
  if (order === "254 255") return new TextDecoder("utf-16be").decode(bytes);
  const text = decodeText(bytes);
  if (text !== null || bytes.includes(0)) return text;
  return new TextDecoder("windows-1252").decode(bytes);
}

export function parseText(bytes: Uint8Array): TextFile | null {
  const text = decodeText(bytes);
  return text === null ? null : splitText(text);
}

export function splitText(text: string): TextFile {
  const bom = text.startsWith("\uFEFF");
  const file: TextFile = { bom, lines: [], ends: [] };
  for (const raw of (bom ? text.slice(1) : text).match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const end = raw.endsWith("\r\n") ? "\r\n" : raw.endsWith("\n") ? "\n" : "";
    file.lines.push(raw.slice(0, raw.length - end.length));
    file.ends.push(end);
  }
  return file;
}

export function renderText(file: TextFile): Uint8Array {
  const body = file.lines.map((line, index) => line + (file.ends[index] ?? "")).join("");
  return new TextEncoder().encode((file.bom ? "\uFEFF" : "") + body);
}

/** The ending that most lines have. */
export function mainEnding(file: TextFile): string {
  const crlf = file.ends.filter((end) => end === "\r\n").length;
  return crlf * 2 > file.ends.length - 1 && crlf > 0 ? "\r\n" : "\n";
}

/** The same file without the lines at `drop` (counted from 1); a missing final newline stays missing. */
export function dropLines(file: TextFile, drop: ReadonlySet<number>): TextFile {
  const kept = file.lines.map((_, index) => index).filter((index) => !drop.has(index + 1));
  const ends = kept.map((index) => file.ends[index] ?? "");
  const left = { bom: file.bom, lines: kept.map((index) => file.lines[index] ?? ""), ends };
  return file.ends.at(-1) === "" ? withoutFinalNewline(left) : left;
}

/** An empty last line keeps its newline: without it there would be no line (found by a property test). */
export function withoutFinalNewline(file: TextFile): TextFile {
  if (file.lines.length === 0 || file.lines.at(-1) === "") return file;
  return { ...file, ends: [...file.ends.slice(0, -1), ""] };
}
