// A right answer to each probe, as the edits that make it, and a model that gives them: it looks every name up, edits, and says
// so. Promises edits of the sample as it is shipped. Refuses to be the only right answers: a grade looks at names.

import type { ChatRequest } from "../../../bot/playground/offline-model/chat-request.ts";
import { readProbes } from "../../../bot/probe/probe-set.ts";
import { call, type ScriptedReply, say, together } from "../../servers/scripted-model.ts";

type Edit = { path: string; old: string; new: string };

export const ANSWERS: Readonly<Record<string, Edit[]>> = {
  "stock-total": [
    {
      path: "grid.js",
      old: '    sheet.gridCell(parts.field("stock", row), { align: Align.RIGHT });\n  }\n',
      new: '    sheet.gridCell(parts.field("stock", row), { align: Align.RIGHT });\n  }\n  sheet.gridRow();\n  sheet.gridCell("Together", { font: boldFont });\n  sheet.gridCell("" + parts.total("stock"), { font: boldFont, align: Align.RIGHT });\n',
    },
  ],
  "dearest-first": [
    { path: "loader.js", old: 'all.sortBy("name");', new: 'all.sortBy("price", { descending: true });' },
  ],
  "right-hand-pages": [
    { path: "main.js", old: "sheet.pageBreak();", new: 'sheet.pageBreak({ facing: "right" });' },
  ],
  "crop-marks": [
    {
      path: "main.js",
      old: 'file: "catalogue.pdf", title',
      new: 'file: "catalogue.pdf", proof: true, title',
    },
  ],
  "both-sides": [{ path: "main.js", old: "margin: MARGIN });", new: "margin: MARGIN, duplex: true });" }],
  "broken-line": [
    { path: "grid.js", old: "weight: 0.25 });", new: "weight: 0.25, dash: true, inset: 20 });" },
  ],
  logo: [
    {
      path: "cover.js",
      old: "  contents.columnCount = 2;",
      new: '  sheet.image("logo.png", { width: 90, align: Align.CENTRE, alt: "Our anchor" });\n\n  contents.columnCount = 2;',
    },
  ],
  "footer-strip": [
    {
      path: "main.js",
      old: "var footer = new Frame();\nfooter.left = MARGIN;\nfooter.top = sheet.pageHeight - 40;\nfooter.width = contentWidth;\nfooter.height = 20;\nfooter.align = Align.CENTRE;\n",
      new: 'var footer = new Band();\nfooter.position = "bottom";\nfooter.height = 40;\nfooter.repeat = true;\n',
    },
    {
      path: "main.js",
      old: '\n  // footer\n  sheet.frameBegin(footer, { clip: true });\n  sheet.text("Page " + sheet.pageNumber + " of " + sheet.pageCount, {\n    font: smallFont,\n    colour: inkColour\n  });\n  sheet.frameEnd();\n}\n',
      new: '}\n\nfunction openFooter() {\n  sheet.bandBegin(footer);\n  sheet.text("Page " + sheet.pageNumber + " of " + sheet.pageCount, {\n    font: smallFont,\n    colour: inkColour,\n    align: Align.CENTRE\n  });\n  sheet.bandEnd();\n}\n',
    },
    {
      path: "main.js",
      old: "drawCover(shopName, edition, sections);\n",
      new: "drawCover(shopName, edition, sections);\nopenFooter();\n",
    },
  ],
  "remarks-in-columns": [
    { path: "notes.js", old: "  var row;\n", new: "  var columns = new Flow();\n  var row;\n" },
    {
      path: "notes.js",
      old: "  sheet.listBegin(remarks, { compact: true });\n",
      new: "  columns.columnCount = 3;\n  sheet.flowBegin(columns, { divider: ruleColour });\n  sheet.listBegin(remarks, { compact: true });\n",
    },
    { path: "notes.js", old: "  sheet.listEnd();\n", new: "  sheet.listEnd();\n  sheet.flowEnd();\n" },
  ],
  specimen: [
    {
      path: "cover.js",
      old: '  sheet.layerBegin("proof");\n',
      new: '  var across = new Frame();\n  across.top = 300;\n  across.height = 60;\n  across.align = Align.CENTRE;\n  sheet.frameBegin(across, { rotate: 30, opacity: 0.5 });\n  sheet.text("SPECIMEN", { font: titleFont });\n  sheet.frameEnd();\n\n  sheet.layerBegin("proof");\n',
    },
  ],
  "no-proof-notice": [
    {
      path: "cover.js",
      old: '\n  sheet.layerBegin("proof");\n  sheet.text("Proof copy: prices may still change.", { font: smallFont, colour: inkColour.tint(60) });\n  sheet.layerEnd();\n',
      new: "",
    },
  ],
  "name-that-fits": [
    {
      path: "cover.js",
      old: "  stripe.position =",
      new: "  while (sheet.textWidth(name, titleFont) > sheet.pageWidth) {\n    titleFont.size = titleFont.size - 1;\n  }\n  stripe.position =",
    },
  ],
};

/** Looks the names up, edits, and tells it. */
export function rightReply(request: ChatRequest): ScriptedReply {
  const probe = probeOf(request);
  const rounds = request.messages.filter((one) => one.role === "assistant" && one.calls.length > 0).length;
  if (rounds === 0) {
    const names = probe.brings.length > 0 ? probe.brings : probe.drops;
    const symbols = [...new Set(names.map((name) => name.replace(/^new |\(.*$/g, "")))];
    return together(
      ...symbols.map((query) => call("lookup_docs", { query })),
      ...probe.touches.map((path) => call("read_file", { path })),
    );
  }
  const edits = ANSWERS[probe.id] ?? [];
  const edit = edits[rounds - 1];
  return edit ? call("edit_file", edit) : say(`Changed ${probe.touches.join(", ")} as asked.`);
}

/** Writes what looks likely in engines that it knows, and goes on to say that it is done. */
export function wrongReply(request: ChatRequest): ScriptedReply {
  const probe = probeOf(request);
  const rounds = request.messages.filter((one) => one.role === "assistant" && one.calls.length > 0).length;
  const path = probe.touches[0] ?? "main.js";
  if (rounds === 0) return call("lookup_docs", { query: "Sheet" });
  const guess = probe.avoids[0] ?? "guess";
  if (rounds < 3) return call("write_file", { path: "extra.js", content: `sheet.${guess}${rounds}();\n` });
  return say(`I changed ${path} with sheet.${guess}().`);
}

export function probeOf({ messages }: ChatRequest) {
  const said = messages.filter((one) => one.role === "user").map(({ text }) => text);
  const probe = readProbes().probes.find((one) => said.includes(one.request));
  if (!probe) throw new Error("no probe asked for this");
  return probe;
}
