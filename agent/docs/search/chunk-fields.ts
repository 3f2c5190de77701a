// A chunk's text cut into what it says and where: signature, the lines that say what it is for, the rest, code. Promises
// the same cut for every form of documentation. Refuses lists of type names as prose: "can return: A, B, C …" once put
// one member before every answer that named any of them.

export type Fields = {
  signature: string;
  /** The first lines of prose. */
  lead: string;
  /** Prose and tables behind the lead. */
  body: string;
  /** Fenced examples. */
  code: string;
  /** Names of types, one after the other. */
  types: string;
};

const LEAD_CHARS = 260;
const MAX_CHARS = 200_000;

/** Cuts the text of a chunk; the title is not in it. */
export function fieldsOf(text: string): Fields {
  const fields: Fields = { signature: "", lead: "", body: "", code: "", types: "" };
  const state = { fenced: false, inLead: true };
  for (const line of text.slice(0, MAX_CHARS).split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) state.fenced = !state.fenced;
    else if (state.fenced) fields.code += `${line}\n`;
    else addLine(line, fields, state);
  }
  return fields;
}

const SIGNATURE = /^\s*[`'][^`']{2,}[`']/;

/** True of a chunk, and never what it is for. */
const LABEL =
  /^(?:Note:?$|(?:Member of|See also|Interface|Kind|Introduced|Since|Stability|Requires|Available|Read-only)\b.{0,60}$)/;
const LISTING = /^(?:Instance|Class|Static|Methods|Properties|Events|Values|Constants): /;
const SECTION = /^(?:Parameters?|Returns?|Examples?|Throws|Options|Arguments|@param|@returns?|@example)\b:?/;
/** The rule under a table's head, a head or a row of versions and access marks. */
const EMPTY_ROW = /^\|[ :\-|]+$|Save-Prefs|^\| [\d.]+ \|/;

function addLine(line: string, fields: Fields, state: { inLead: boolean }): void {
  const prose = plain(line, fields);
  if (prose === "" || LABEL.test(prose) || LISTING.test(prose)) return;
  if (SIGNATURE.test(line) && fields.lead === "") {
    fields.signature += `${prose}\n`;
    return;
  }
  if (prose.startsWith("|")) {
    // A table of versions and access stands above the first sentence.
    state.inLead &&= fields.lead === "";
    if (!EMPTY_ROW.test(prose)) fields.body += `${prose}\n`;
    return;
  }
  if (SECTION.test(prose)) state.inLead = false;
  if (state.inLead) toLead(prose, fields, state);
  else fields.body += `${prose}\n`;
}

const TYPE_LIST = /\b[A-Z][\w.]*(?: enumerators?)?(?:,? (?:or |and )?[A-Z][\w.]*(?: enumerators?)?){4,}/g;

function plain(line: string, fields: Fields): string {
  return line
    .replace(/^[#>\-*\s]+/, "")
    .replaceAll("`", "")
    .replaceAll("**", "")
    .replace(/\[([^\]]{0,200})\]\([^)]{0,500}\)/g, "$1 ")
    .replace(/\{@link|@(?:remarks|deprecated|see|type)\b/g, " ")
    .replace(TYPE_LIST, (names) => {
      fields.types += `${names}\n`;
      return " ";
    })
    .trim();
}

/** A long first paragraph is cut behind a sentence. */
function toLead(prose: string, fields: Fields, state: { inLead: boolean }): void {
  const room = LEAD_CHARS - fields.lead.length;
  if (prose.length <= room) {
    fields.lead += `${prose}\n`;
    return;
  }
  state.inLead = false;
  const end = fields.lead === "" ? sentenceEnd(prose.slice(0, LEAD_CHARS)) : 0;
  fields.lead += prose.slice(0, end);
  fields.body += `${prose.slice(end)}\n`;
}

function sentenceEnd(text: string): number {
  const ends = [...text.matchAll(/[.!?](?=\s)/g)];
  const last = ends.at(-1)?.index ?? -1;
  return last > 50 ? last + 1 : text.length;
}
