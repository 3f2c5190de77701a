// Opens a text file that a tool is to change: whether it may be written, its bytes, its lines. Promises that the path
// comes back in its plain form. Refuses what is no text, in words that the tool chooses.

import type { Refusal } from "../ports.ts";
import { decodeText, splitText, type TextFile } from "../workspace/text.ts";
import type { ToolContext } from "./tool.ts";

export type OpenedText = { ok: true; path: string; bytes: Uint8Array; text: string; before: TextFile };

export async function openText(
  asked: { path: string; otherwise: string },
  { files, signal }: Pick<ToolContext, "files" | "signal">,
): Promise<OpenedText | Refusal> {
  const may = await files.mayWrite(asked.path);
  if (!may.ok) return may;
  const { path } = may;
  const file = await files.read(path, signal);
  if (!file.ok) return file;
  const text = decodeText(file.bytes);
  if (text === null)
    return { ok: false, reason: "binary", text: `${path} is no text file${asked.otherwise}` };
  return { ok: true, path, bytes: file.bytes, text, before: splitText(text) };
}
