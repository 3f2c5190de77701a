// Scripts that others published for the engines whose documentation is at hand, fetched as packages. Promises that nothing of
// them runs, and that they lie in a temporary folder only. Refuses corpora for which nothing is published: it says so.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { readScripts, type Scripts } from "./scripts.ts";

type Package = { corpus: string; package: string; version: string; paths: string[]; root?: string };
type Listed = {
  corpora: { corpus: string; docs: string[]; profile: string; nothing?: string; together?: boolean }[];
  packages: Package[];
  known: (Known & { corpus: string })[];
};

/** What a person found of an accusation that holds: the script is wrong, the check is, or the documentation is silent. */
export type Known = { finding: string; verdict: "true" | "false" | "gap"; why: string };

export type Published = {
  name: string;
  docs: string[];
  profile: string;
  scripts: Scripts[];
  known: Known[];
};

export type PublishedAsked = {
  corpora: string;
  only?: string | undefined;
  packages?: string | undefined;
};

/** Each corpus that is there, with the scripts of its packages. */
export async function publishedCorpora({ corpora, only, packages }: PublishedAsked): Promise<Published[]> {
  const listed: Listed = JSON.parse(
    fs.readFileSync(path.join(import.meta.dirname, "published.json"), "utf8"),
  );
  const place = packages ?? fs.mkdtempSync(path.join(os.tmpdir(), "handrail-published-"));
  fs.mkdirSync(place, { recursive: true });
  if (packages === undefined) process.once("exit", () => fs.rmSync(place, { recursive: true, force: true }));
  const asked = listed.corpora.filter(({ corpus }) => only === undefined || corpus === only);
  if (asked.length === 0)
    throw new Error(
      `There is no corpus ${only}: there are ${listed.corpora.map((one) => one.corpus).join(", ")}.`,
    );
  const found: Published[] = [];
  for (const { corpus, docs, profile, nothing, together } of asked) {
    const folders = docs.map((one) => path.join(corpora, one));
    const absent = folders.filter((one) => !fs.existsSync(one));
    const why = nothing ?? (absent.length > 0 ? `no documentation at ${absent.join(", ")}` : null);
    if (why !== null) {
      console.error(`${corpus}: ${why}`);
      continue;
    }
    const packages = listed.packages.filter((one) => one.corpus === corpus);
    const scripts = together ? [await asOne(packages, place)] : await eachAlone(packages, place);
    const known = listed.known.filter((one) => one.corpus === corpus);
    const profileFile = path.join(import.meta.dirname, "profiles", profile);
    found.push({ name: corpus, docs: folders, profile: profileFile, scripts, known });
  }
  return found;
}

async function eachAlone(packages: readonly Package[], place: string): Promise<Scripts[]> {
  const scripts: Scripts[] = [];
  for (const one of packages)
    scripts.push(await readScripts(path.join(fetched(one, place), one.root ?? ""), one.package, one.paths));
  return scripts;
}

/** Packages that load each other are one project. */
async function asOne(packages: readonly Package[], place: string): Promise<Scripts> {
  const root = path.join(place, `together-${packages[0]?.corpus ?? ""}`);
  fs.mkdirSync(root, { recursive: true });
  const globs = packages.flatMap((one) => {
    const folder = path.basename(fetched(one, root));
    return one.paths.map((glob) => `${folder}/${glob}`);
  });
  return await readScripts(root, "", globs);
}

function fetched({ package: name, version }: Package, place: string): string {
  const folder = path.join(place, `${name.replaceAll("/", "-")}-${version}`);
  if (fs.existsSync(folder)) return folder;
  const packed = fs.mkdtempSync(path.join(place, "fetch-"));
  try {
    execFileSync(
      "npm",
      ["pack", `${name}@${version}`, "--silent", "--ignore-scripts", "--pack-destination", packed],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    const [file] = fs.readdirSync(packed);
    if (file === undefined) throw new Error("nothing was packed");
    const unpacked = path.join(packed, "unpacked");
    fs.mkdirSync(unpacked);
    execFileSync("tar", ["xzf", path.join(packed, file), "-C", unpacked, "--strip-components=1"]);
    fs.renameSync(unpacked, folder);
    return folder;
  } catch (error) {
    throw new Error(`${name}@${version} cannot be fetched: is there a network, and npm and tar?`, {
      cause: error,
    });
  } finally {
    fs.rmSync(packed, { recursive: true, force: true });
  }
}
