// Cuts documentation that has one page per class, its members as quoted signatures (`> Page **move**( … )`). Promises one
// chunk per member, and one for the class that lists them. Refuses nothing silently: a quote without a signature is noted.

import type { Parsed, ParsedChunk, Parser } from "../chunk.ts";

const SIGNATURE = /^(.*?)\*\*([\p{L}_$][\p{L}\p{N}_$]*|\[\])\*\*(.*)$/u;
const SEPARATOR = /^(?:<HorizontalLine\s*\/?>|-{3,}|\*{3,})\s*$/;

export const classPage: Parser = {
  name: "class-page",

  detects(page) {
    if (!/\.(?:md|markdown|mdx)$/i.test(page.path) || !/^\s*# \S/.test(page.text)) return false;
    return (
      /^#{2,3} (?:Instance|Class|Static|Methods|Properties)\s*$/m.test(page.text) &&
      /^> .*\*\*.+\*\*/m.test(page.text)
    );
  },

  parse(page) {
    const lines = page.text.split(/\r?\n/);
    const head = lines.findIndex((line) => /^# \S/.test(line));
    const owner = (lines[head] ?? "").replace(/^# +/, "").trim();
    const firstSection = lines.findIndex((line, at) => at > head && /^#{2,3} /.test(line));
    const about = lines
      .slice(head + 1, firstSection < 0 ? undefined : firstSection)
      .join("\n")
      .trim();

    const { members, notes } = readMembers(owner, firstSection < 0 ? [] : blocks(lines, firstSection));
    const own: ParsedChunk = {
      title: owner,
      interface: owner,
      text: about,
      listing: list(members),
      line: head + 1,
    };
    return { chunks: [own, ...members.map((member) => member.chunk)], notes } satisfies Parsed;
  },
};

type Member = { section: string; chunk: ParsedChunk };
type Block = { section: string; line: number; lines: string[] };

function readMembers(owner: string, found: Block[]): { members: Member[]; notes: string[] } {
  const members: Member[] = [];
  const notes: string[] = [];
  for (const block of found) {
    const member = readMember(owner, block);
    if (member) members.push(member);
    else notes.push(`line ${block.line}: no signature under "${block.section}"`);
  }
  return { members, notes };
}

function blocks(lines: string[], from: number): Block[] {
  const found: Block[] = [];
  let section = "";
  let current: Block | undefined;
  for (const [offset, line] of lines.slice(from).entries()) {
    const heading = /^(#{2,3}) +(.+?)\s*$/.exec(line);
    if (heading) section = heading[2] ?? "";
    if (heading || SEPARATOR.test(line)) {
      current = undefined;
      continue;
    }
    if (line.trim() === "" && !current) continue;
    if (!current) {
      current = { section, line: from + offset + 1, lines: [] };
      found.push(current);
    }
    current.lines.push(line);
  }
  return found;
}

function readMember(owner: string, block: Block): Member | undefined {
  const quoted = block.lines.filter((line) => line.startsWith(">")).map((line) => line.slice(1).trim());
  const at = quoted.findIndex((line) => SIGNATURE.test(line));
  const [, type = "", name = "", rest = ""] = SIGNATURE.exec(quoted[at] ?? "") ?? [];
  if (name === "") return undefined;

  const readOnly = quoted.slice(0, at).some((line) => /read[ -]?only/i.test(line));
  const signature = `${type}${name}${rest}`
    .replaceAll("**", "")
    .replace(/\s+/g, " ")
    .replace(/\( | \)/g, (edge) => edge.trim());
  const about = quoted
    .slice(at + 1)
    .join("\n")
    .trim();
  const after = describeRest(block.lines.filter((line) => !line.startsWith(">")));
  const text = [`\`${signature.trim()}\`${readOnly ? " (read only)" : ""}`, about, after].filter(
    (part) => part !== "",
  );
  return {
    section: block.section,
    chunk: {
      title: `${owner}.${name}`,
      interface: owner,
      member: name,
      text: text.join("\n\n"),
      line: block.line + block.lines.findIndex((line) => line.includes(`**${name}**`)),
    },
  };
}

// A parameter table becomes a list: three columns do not fit a phone, and rows read better in a prompt.
function describeRest(lines: string[]): string {
  const out: string[] = [];
  for (const line of lines) {
    const cells = /^\|(.*)\|\s*$/
      .exec(line)?.[1]
      ?.split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (!cells) out.push(line.replace(/^#+ +(.*)$/, "$1:"));
    else if (cells.length === 3 && !/^(?:-+|Type)$/.test(cells[0] ?? ""))
      out.push(`- ${cells[1]} (${cells[0]}): ${cells[2]}`);
    else if (cells.length !== 3 && !/^:?-+:?$/.test(cells[0] ?? "")) out.push(`- ${cells.join("; ")}`);
  }
  return out
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function list(members: Member[]): string {
  const sections = Map.groupBy(members, (member) => member.section);
  return [...sections]
    .map(([section, found]) => `${section}: ${found.map(({ chunk }) => chunk.member).join(", ")}`)
    .join("\n\n");
}
