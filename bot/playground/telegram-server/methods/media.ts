// Files: taking them in from an upload or by id, getFile, and the download behind it. Promises exact bytes and names
// without paths. Refuses empty and oversized files, photos that are none, and URLs, which it would have to fetch.

import { readFields, text } from "../fields.ts";
import type { FormattedText } from "../formatted-text.ts";
import { imageSize } from "../image-size.ts";
import { limits } from "../limits.ts";
import type { Upload } from "../multipart.ts";
import { badRequest, bare } from "../refusal.ts";
import type { Call } from "../request.ts";
import type { Content, StoredFile } from "../state.ts";
import { fileIds } from "../wire.ts";
import type { World } from "../world.ts";
import type { Method } from "./method.ts";

export type MediaType = "document" | "photo";
type Media = { world: World; call: Call; type: MediaType; value: string | undefined; caption: FormattedText };

export function readMedia({ world, call, type, value, caption }: Media): Content {
  const found = findMedia({ world, call, type, value });
  if (type === "document") {
    const file = "bytes" in found ? storeFile(world, found, "documents") : found;
    return { type, file: file.id, caption };
  }
  const bytes = "bytes" in found ? found.bytes : (world.bytesOf(found.id) ?? new Uint8Array());
  const size = photoSize(bytes);
  const file = "bytes" in found ? storeFile(world, found, "photos") : found;
  return { type, file: file.id, ...size, caption };
}

function findMedia({ world, call, type, value }: Omit<Media, "caption">): Upload | StoredFile {
  const part = value?.startsWith("attach://") ? value.slice("attach://".length) : type;
  const upload = value === undefined || value.startsWith("attach://") ? call.uploads.get(part) : undefined;
  if (upload !== undefined) return checked(upload);
  if (value === undefined || value === "") throw badRequest(`there is no ${type} in the request`);
  if (/^https?:\/\//i.test(value)) throw badRequest("failed to get HTTP URL content");
  const file = world.files.get(value);
  if (file === undefined) throw badRequest("wrong file identifier/HTTP URL specified");
  return file;
}

function checked(upload: Upload): Upload {
  if (upload.bytes.length > limits.uploadBytes) throw bare(413);
  if (upload.bytes.length === 0) throw badRequest("file must be non-empty");
  return upload;
}

function photoSize(bytes: Uint8Array): { width: number; height: number } {
  if (bytes.length > limits.photoBytes) throw badRequest("file is too big for a photo");
  const size = imageSize(Buffer.from(bytes));
  if (size === undefined) throw badRequest("IMAGE_PROCESS_FAILED");
  const { width, height } = size;
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
  if (width + height > limits.photoSides || ratio > limits.photoRatio) {
    throw badRequest("PHOTO_INVALID_DIMENSIONS");
  }
  return size;
}

export function storeFile(world: World, upload: Upload, folder: "documents" | "photos"): StoredFile {
  const number = world.settings().lastFile + 1;
  world.changeSettings({ lastFile: number });
  const name = cleanFileName(upload.name);
  const extension = /\.([A-Za-z0-9]{1,20})$/.exec(name)?.[1] ?? (folder === "photos" ? "jpg" : "bin");
  const code = Buffer.from(`${world.bot.id}/${number}`).toString("base64url");
  const file: StoredFile = {
    id: `BQACAgIAAxkBAA${code}`,
    unique: `AgAD${code}`,
    path: `${folder}/file_${number}.${extension}`,
    name,
    mime: upload.mime ?? "application/octet-stream",
    size: upload.bytes.length,
  };
  world.files.set(file.id, file);
  world.keepBytes(file.id, upload.bytes);
  return file;
}

/** No folders, no control or reserved characters, a bounded stem and extension. */
export function cleanFileName(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a file name must not hold
  const safe = base.replace(/[\u0000-\u001f\u007f<>:"|?*\u202a-\u202e\u2066-\u2069]/g, "_").trim();
  const dot = safe.lastIndexOf(".");
  const stem = dot > 0 ? safe.slice(0, dot) : safe;
  const extension = dot > 0 ? safe.slice(dot + 1) : "";
  const short = [...stem].slice(0, limits.fileStem).join("");
  const end = [...extension].slice(0, limits.fileExtension).join("");
  if (/^\.*$/.test(short)) return end === "" ? "file" : `file.${end}`;
  return end === "" ? short : `${short}.${end}`;
}

export const getFile: Method = ({ world }, call) => {
  const { file_id } = readFields({ file_id: text }, call);
  if (file_id === undefined || file_id === "") throw badRequest("file_id is not specified");
  const file = world.files.get(file_id);
  if (file === undefined) throw badRequest("wrong file_id or the file is temporarily unavailable");
  if (file.size > limits.downloadBytes) throw badRequest("file is too big");
  return { ...fileIds(file), file_path: file.path };
};

/** The bytes behind a file_path, or nothing for what getFile would not have named. */
export function download(world: World, path: string): Uint8Array | undefined {
  const file = world.files.all().find((candidate) => candidate.path === path);
  return file === undefined || file.size > limits.downloadBytes ? undefined : world.bytesOf(file.id);
}
