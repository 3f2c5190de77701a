// What is worth a second look in a change, computed from the change itself. Promises the same labels for the same
// bytes. Refuses to hear what a model or a file says about it.

import type { ReviewCard } from "../../agent/ports.ts";
import { lineStats } from "../../agent/workspace/line-stats.ts";

export type CardFile = ReviewCard["files"][number];
export type FileSummary = { file: CardFile; added: number; removed: number; labels: string[] };

const LARGE_LINES = 200;

type Rule = { label: string; path: RegExp };

/** Files that run or steer something elsewhere; each path gets every label that fits. */
const pathRules: readonly Rule[] = [
  {
    label: "runs in CI",
    path: /(^|\/)(\.github|\.gitlab|\.circleci|\.buildkite)\/|(^|\/)(\.gitlab-ci\.ya?ml|\.travis\.yml|Jenkinsfile|azure-pipelines\.ya?ml)$/i,
  },
  {
    label: "runs by itself",
    path: /(^|\/)(\.husky|\.githooks|\.vscode|\.idea|\.devcontainer)\/|(^|\/)(\.envrc|\.pre-commit-config\.yaml)$/i,
  },
  { label: "Handrail's own settings", path: /(^|\/)\.handrail\//i },
  {
    label: "packages",
    path: /(^|\/)(package(-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|\.npmrc|requirements[^/]*\.txt|pyproject\.toml|Cargo\.(toml|lock)|go\.(mod|sum)|Gemfile(\.lock)?|composer\.(json|lock))$/i,
  },
  {
    label: "build or container",
    path: /(^|\/)(Dockerfile[^/]*|docker-compose[^/]*|compose\.ya?ml|Makefile|CMakeLists\.txt|build\.gradle(\.kts)?|webpack\.config\.[^/]+|vite\.config\.[^/]+)$/i,
  },
  {
    label: "config",
    path: /(^|\/)([^/]+\.(ya?ml|toml|ini|cfg|conf|properties|env)|\.env[^/]*|tsconfig[^/]*\.json|\.git(ignore|attributes|modules)|\.editorconfig|[^/]+\.config\.[^/]+)$/i,
  },
];

/** `request` is what the person asked for. */
export function summarise(file: CardFile, request: string): FileSummary {
  const { added, removed } = lineStats(file.before, file.after);
  const labels = [
    ...changeLabels(file, added, removed),
    ...pathLabels(file.path),
    ...(isBeside(file.path, request) ? ["not a file that the request names"] : []),
  ];
  return { file, added, removed, labels };
}

/** A word with one of these endings is a file's name; `pot.heat` is none, and a request without names has no beside. */
const FILE_NAME =
  /[\p{L}\p{N}_./-]+\.(?:[cm]?[jt]sx?|json|md|txt|css|html?|xml|ya?ml|toml|ini|csv|sql|sh|py|rb|lua|php|go|rs|java|kt|cs|c|cc|cpp|h|hpp|swift|vue|svelte)(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}_])/giu;

/** Beyond this a request is a paste. */
const REQUEST_CHARS = 4_000;

function isBeside(path: string, request: string): boolean {
  const named = request.slice(0, REQUEST_CHARS).match(FILE_NAME) ?? [];
  const own = `/${path.toLowerCase()}`;
  return (
    named.length > 0 && !named.some((name) => own.endsWith(`/${name.toLowerCase().replace(/^[./]+/, "")}`))
  );
}

export const pathLabels = (path: string): string[] =>
  pathRules.filter((rule) => rule.path.test(path)).map((rule) => rule.label);

function changeLabels({ op, before, after }: CardFile, added: number, removed: number): string[] {
  const labels: string[] = [];
  if (op === "delete") labels.push("deletes the file");
  if (op === "modify" && added === 0 && removed > 0) {
    labels.push(`deletes ${removed} of ${lineCount(before)} lines, changes none`);
  }
  if (added + removed > LARGE_LINES) labels.push(`large: ${added + removed} lines`);
  if (!isText(before) || !isText(after)) labels.push("not text");
  else if (exportsOf(before) !== exportsOf(after)) labels.push("touches what it exports");
  return labels;
}

const EXPORT = /^[ \t]*export\b.*|^.*\b(?:module\.)?exports\b(?:\.|\[|[ \t]*=(?!=)).*/gm;

/** The lines by which other files know this one. */
function exportsOf(bytes: Uint8Array | null): string {
  if (bytes === null || !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("export"))
    return "";
  return (new TextDecoder().decode(bytes).match(EXPORT) ?? []).join("\n");
}

function lineCount(bytes: Uint8Array | null): number {
  if (bytes === null || bytes.length === 0) return 0;
  const breaks = bytes.reduce((sum, byte) => (byte === 0x0a ? sum + 1 : sum), 0);
  return bytes.at(-1) === 0x0a ? breaks : breaks + 1;
}

const isText = (bytes: Uint8Array | null): boolean =>
  bytes === null || (!bytes.includes(0) && new TextDecoder().decode(bytes).includes("\ufffd") === false);
