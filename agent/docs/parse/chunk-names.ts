// What a file with one entry is about: which interface, which member, whether only a dot in its title says so. Promises
// the names that front matter, title, labels, categories or file name state, in this order of trust. Refuses to invent an
// interface.

import path from "node:path";
import { isDottedName, isIdentifier, splitTitle } from "../names.ts";
import type { Param } from "../surface/facts.ts";
import { readAttributes } from "./reference-attributes.ts";
import { readSections } from "./reference-blocks.ts";
import { readParams } from "./signature.ts";

/**
 * `made`: the page is about constructing it. `group`: what kind of members it stands among. `book`: it was cut from a book
 * whose parameters are the keys of one object.
 */
export type Named = {
  title: string;
  interface?: string;
  member?: string;
  titleOnly?: true;
  made?: string;
  group?: string;
  book?: true;
  /** As the title gives them: `Loom.weave(count)`. */
  params?: Param[];
};

/** What front matter says an entry is: `type: method` with `parent: Lamp`, or `type: enum`. */
export type FrontEntry = { name: string; owner?: string; kind: string };

const MEMBER_WORD =
  /^(?:(?:static|instance|read-?only)\s+)*(?:method|function|property|attribute|field|event|callback|handler|constant|accessor)$/i;
const OBJECT_WORD =
  /^(?:abstract\s+)?(?:class|interface|object|enum|enumeration|namespace|module|mixin|struct|record)$/i;

/** Only where a key says what kind of thing is named; `parent` of a member is what it belongs to. */
export function frontEntry(keys: ReadonlyMap<string, string>): FrontEntry | undefined {
  const titled = titledEntry(keys);
  if (titled) return titled;
  const kind = [keys.get("kind"), keys.get("type"), keys.get("category")].find(
    (word) => word !== undefined && (MEMBER_WORD.test(word) || OBJECT_WORD.test(word)),
  );
  const name = keys.get("name") ?? keys.get("title") ?? "";
  if (kind === undefined || !isDottedName(name)) return undefined;
  if (OBJECT_WORD.test(kind)) return { name, kind };
  const owner = OWNERS.map((key) => keys.get(key)).find((word) => word !== undefined && isDottedName(word));
  return owner === undefined || !isIdentifier(name) ? undefined : { name, owner, kind };
}

const TITLED =
  /^([\p{L}_$][\p{L}\p{N}_$.]*): ([\p{L}_$][\p{L}\p{N}_$]*)(?:\(\))? ((?:static |instance )?(?:method|function|property|event|constructor|attribute|handler))$/iu;
const PAGE_TYPE = /(?:^|-)(interface|class|enum|enumeration|namespace|module|mixin|object)$/i;

/** "Sonar: ping() method" as a title, or the title of what `page-type` says is an interface. */
function titledEntry(keys: ReadonlyMap<string, string>): FrontEntry | undefined {
  const title = keys.get("title") ?? "";
  const [, owner, name, kind] = TITLED.exec(title) ?? [];
  if (owner !== undefined && name !== undefined && kind !== undefined)
    return { owner, name: /constructor/i.test(kind) ? "constructor" : name, kind };
  const type = PAGE_TYPE.exec(keys.get("page-type") ?? keys.get("pagetype") ?? "")?.[1];
  return type !== undefined && isDottedName(title) ? { name: title, kind: type } : undefined;
}

const OWNERS = [
  "interface",
  "class",
  "object",
  "parent",
  "owner",
  "memberof",
  "member-of",
  "of",
  "belongs-to",
];

export type Stated = { stated: string; keys: ReadonlyMap<string, string>; path: string; text: string };

const KINDS = "method|property|handler|event|function|constant|constructor|callback|enum";
const MEMBER_CATEGORY = new RegExp(`^(.+)-((?:${KINDS})s?)$`);

export function nameChunk(page: Stated): Named {
  const attributes = readAttributes(readSections(page.text));
  const stated = attributes.get("interface") ?? "";
  const [, owner, group] = /^`?([\p{L}_$][\p{L}\p{N}_$.]*)`?(?:\s+\(([^)]*)\))?$/u.exec(stated) ?? [];
  const front = frontEntry(page.keys);
  const kind = front?.kind ?? page.keys.get("kind") ?? attributes.get("kind") ?? group;
  const named = find(page, owner);
  const category = named.group ?? kind ?? KIND_WORD.exec(page.stated)?.[1];
  const params = paramsOf(page.stated);
  const made = named.member === undefined ? named.made : madeBy(named, page.text, category);
  if (made !== undefined) return { title: `${made} > constructor`, made };

  const sure =
    fileBase(page.path).includes("-") || page.keys.size > 0 || owner !== undefined || kind !== undefined;
  return {
    ...named,
    ...(category ? { group: category } : {}),
    ...(named.member === undefined || sure ? {} : { titleOnly: true as const }),
    ...(group ? { book: true as const } : {}),
    ...(params ? { params } : {}),
  };
}

const KIND_WORD = /\s(property|method|event|function|constant|handler|attribute)$/i;

function paramsOf(title: string): Param[] | undefined {
  const call = /(\([^()]*\))`?(?:\s+\p{L}+)?$/u.exec(title.trim())?.[1];
  return call === undefined ? undefined : readParams(call.slice(1, -1));
}

function madeBy({ interface: owner, member }: Named, text: string, kind = ""): string | undefined {
  if (owner === undefined || member !== "constructor") return undefined;
  return /constructor/i.test(kind) || text.includes(`new ${owner}`) ? owner : undefined;
}

const ofMember = (owner: string, member: string): Named => ({
  title: `${owner}.${member}`,
  interface: owner,
  member,
});

function find({ stated, keys, path: file }: Stated, owner: string | undefined): Named {
  const front = frontEntry(keys);
  if (front?.owner !== undefined) return ofMember(front.owner, front.name);
  if (front) return { title: front.name, interface: front.name };
  const declared = keys.get("interface") ?? keys.get("class") ?? keys.get("object");
  const member = keys.get("member") ?? keys.get("name");
  if (declared && member && isIdentifier(member)) return ofMember(declared, member);

  const title = bareTitle(stated);
  const constructed = /^new\s+([\p{L}_$][\p{L}\p{N}_$.]*)$|^([\p{L}_$][\p{L}\p{N}_$.]*) constructor$/iu.exec(
    title,
  );
  const made = constructed?.[1] ?? constructed?.[2];
  if (made !== undefined) return { title: stated, made };
  const owned = splitTitle(title);
  if (owned) return ofMember(owned.interface, owned.member);

  const fromCategory = nameFromCategories({ title: stated, keys, file });
  if (fromCategory) return fromCategory;
  const of = declared ?? owner;
  if (of !== undefined && isIdentifier(title) && title !== of) return ofMember(of, title);

  const byFile = keys.size === 0 ? splitTitle(fileBase(file)) : undefined;
  if (byFile) return ofMember(byFile.interface, byFile.member);
  const own = isDottedName(title) && !keys.has("categories");
  return own ? { title, interface: title } : { title: stated };
}

/** "Shelf.Fill method (Stockroom)": what stands behind the kind is the product. */
export const withoutProduct = (title: string): string =>
  title.replace(
    /^(.+\s(?:object|method|property|event|function|enumeration|enum|interface|class|constructor|collection))\s+\([^()]+\)$/i,
    "$1",
  );

/** Without code marks, parameters and the kind that may follow: "`Loom#weave(count)` method" is `Loom.weave`. */
export const bareTitle = (title: string): string =>
  title
    .replace(/`/g, "")
    .trim()
    .replace(
      /\s+(?:property|method|event|function|constant|handler|attribute|interface|class|object|collection|enumeration)$/i,
      "",
    )
    .replace(/\s*\(.*\)$/s, "")
    .replace(/(?<=[\p{L}\p{N}_$])(?:#|::)(?=[\p{L}_$])/u, ".");

type Filed = { title: string; keys: ReadonlyMap<string, string>; file: string };

// Blog engines file a member under "api fs fs-method" and the interface itself under "api fs".
function nameFromCategories({ title, keys, file }: Filed): Named | undefined {
  const categories =
    keys
      .get("categories")
      ?.replace(/[[\],]/g, " ")
      .trim()
      .split(/\s+/) ?? [];
  const last = categories.at(-1);
  if (last === undefined || categories.length < 2) return undefined;

  const [, owner, group] = MEMBER_CATEGORY.exec(last) ?? [];
  if (owner !== undefined && group !== undefined) {
    const named = isIdentifier(title) ? ofMember(owner, title) : { title: `${owner} > ${title}` };
    return { ...named, group };
  }
  const own = fileBase(file) === last && path.posix.dirname(file).split("/").at(-1) === last;
  return own ? { title, interface: last } : undefined;
}

export const fileBase = (file: string): string =>
  path.posix
    .basename(file)
    .replace(/\.\w+$/, "")
    .replace(/^\d{4}-\d{2}-\d{2}-/, "");
