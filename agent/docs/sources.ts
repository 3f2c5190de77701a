// Which documentation a workspace has: `.handrail/docs.json`, checked. Only folders inside the workspace are
// read; anything that would reach out of it is refused by name, since a project's own file must not widen what
// may be read without the owner's yes.

import { realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { z } from "zod";
import { misfit, OWN_FOLDER, readOwnFile } from "../workspace/own-file.ts";
import { type DocsSource, PARSER_NAMES } from "./chunk.ts";

const NAME = "docs.json";
const DOCS_FILE = `${OWN_FOLDER}/${NAME}`;
const MAX_BYTES = 256 * 1024;

const sourceSchema = z.strictObject({
  name: z.string().regex(/^[\w.-]{1,64}$/),
  folder: z.string().min(1),
  parser: z.enum(PARSER_NAMES).optional(),
  /** Every member of its interfaces is in it: only then may the system say that a name does not exist. */
  complete: z.boolean().default(false),
});
const docsSchema = z.strictObject({ $schema: z.string().optional(), sources: z.array(sourceSchema).max(64) });

export type WorkspaceSource = z.infer<typeof sourceSchema>;

/** The sources of the workspace at `root`, folders made absolute; empty when it has no docs.json. Throws on a bad one. */
export async function loadSources(root: string): Promise<WorkspaceSource[]> {
  const text = await readOwnFile(root, NAME, MAX_BYTES);
  if (text === null) return [];
  const parsed = docsSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(misfit(DOCS_FILE, parsed.error, Object.keys(docsSchema.shape)));
  return await Promise.all(parsed.data.sources.map((source) => resolved(root, source)));
}

/** The same sources as a build takes them. */
export function docsSources(sources: readonly WorkspaceSource[]): DocsSource[] {
  return sources.map(({ name, folder, parser }) => (parser ? { name, folder, parser } : { name, folder }));
}

async function resolved(root: string, source: WorkspaceSource): Promise<WorkspaceSource> {
  const top = await realpath(root);
  // Resolve first: a link inside the workspace may lead out of it.
  const folder = await realpath(join(top, source.folder)).catch(() => null);
  if (folder === null)
    throw new Error(`${DOCS_FILE}: the folder "${source.folder}" of "${source.name}" does not exist.`);
  const inside = relative(top, folder);
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new Error(
      `${DOCS_FILE}: the folder "${source.folder}" of "${source.name}" is outside the workspace.`,
    );
  }
  return { ...source, folder };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${DOCS_FILE} is not JSON.`, { cause });
  }
}
