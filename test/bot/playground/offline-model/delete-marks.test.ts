// The delete marks of the offline model, over files of several languages: the whole thing goes, the neighbour
// stays, and doubt marks nothing. Each story is a file before and after, with the footprints of the real tool.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { footprints } from "../../../../agent/delete/footprint.ts";
import { parseMarks } from "../../../../agent/delete/marks.ts";
import { deleteMarks, readMarkTask } from "../../../../bot/playground/offline-model/marks/delete-marks.ts";

function question(path: string, source: string, what: string, withFootprints = true): string {
  const lines = source.split("\n").map((line, i) => `L${i + 1}: ${line}`);
  const prints = withFootprints
    ? (footprints(source, path) ?? []).filter(({ lines: own }) => own.length > 1)
    : [];
  const tail = prints.map(({ name, lines: own }) => `${name}: ${own.map((n) => `L${n}`).join(" ")}`);
  return [
    `FILE: ${path}`,
    `DELETE: ${what}`,
    "LINES:",
    ...lines,
    ...(tail.length > 0 ? ["FOOTPRINTS:", ...tail] : []),
  ].join("\n");
}

function reply(text: string): string {
  const task = readMarkTask(text);
  assert.ok(task);
  return deleteMarks(task);
}

function without(path: string, source: string, what: string, withFootprints = true): string {
  const lines = source.split("\n");
  const marks = parseMarks(reply(question(path, source, what, withFootprints)), {
    from: 1,
    to: lines.length,
  });
  assert.ok(marks.ok);
  return lines.filter((_, i) => !marks.lines.has(i + 1)).join("\n");
}

const PAGE = `// A page.

var top = 20;

// head: the title
var head = new Frame();
head.top = top;
head.height = 24;

// foot: the page number
var footHeight = 20;
var foot = new Frame();
foot.top = 700;
foot.height = footHeight;
foot.options = {
  clip: true,
  fill: "red"
};

function draw() {
  // head
  page.frameBegin(head);
  page.text("Title");
  page.frameEnd();

  // footer
  page.frameBegin(foot, { clip: true });
  page.text("Page " + page.number, {
    font: small
  });
  page.frameEnd();
}

layout(head, foot);
draw();
`;

const PAGE_WITHOUT_FOOT = `// A page.

var top = 20;

// head: the title
var head = new Frame();
head.top = top;
head.height = 24;

function draw() {
  // head
  page.frameBegin(head);
  page.text("Title");
  page.frameEnd();
}

layout(head, foot);
draw();
`;

test("a construct goes with its set-up, its comment, its helper and its closing call; the neighbour stays", () => {
  assert.equal(without("page.js", PAGE, "the footer"), PAGE_WITHOUT_FOOT);
});

test("footprints are not needed for it", () => {
  assert.equal(without("page.js", PAGE, "the footer", false), PAGE_WITHOUT_FOOT);
});

test("a statement about the neighbour that also uses the thing stays, for the tool to tell", () => {
  const left = without("page.js", PAGE, "the head");

  assert.match(left, /layout\(head, foot\);/);
  assert.doesNotMatch(left, /head\.top|frameBegin\(head/);
  assert.match(left, /var top = 20;/);
});

test("a variable's own name wins over names that merely contain it", () => {
  const source =
    "var table = new Grid();\ntable.rows = 2;\nvar tableColour = 1;\nshow(tableColour);\nvar other = 3;\n";

  assert.equal(
    without("a.js", source, "the table"),
    "var tableColour = 1;\nshow(tableColour);\nvar other = 3;\n",
  );
});

test("names that begin with the words are one thing", () => {
  const source =
    "var footerFrame = new Frame();\nfooterFrame.top = 1;\nvar footerText = 'x';\nprint(footerText);\nvar body = 2;\n";

  assert.equal(without("a.js", source, "the footer"), "var body = 2;\n");
});

test("two things of a kind are told apart by nobody: nothing is marked", () => {
  const source =
    "var priceTable = new Grid();\npriceTable.w = 1;\nvar stockTable = new Grid();\nstockTable.w = 1;\n";

  assert.equal(reply(question("a.js", source, "the table")), "");
  assert.equal(reply(question("a.js", source, "the grid")), "");
});

test("a construct that only its text names goes from opening to closing call", () => {
  const source =
    'start();\nhost.layerBegin("proof");\nhost.text("Proof only");\nhost.layerEnd();\nhost.layerBegin("final");\nhost.layerEnd();\n';

  assert.equal(
    without("a.js", source, "the proof layer"),
    'start();\nhost.layerBegin("final");\nhost.layerEnd();\n',
  );
});

test("nested constructs of one kind close their own", () => {
  const source =
    "box.groupOpen(outer);\nbox.groupOpen(inner);\ninner.x = 1;\nbox.groupClose();\nbox.groupClose();\n";

  assert.equal(without("a.js", source, "inner"), "box.groupOpen(outer);\nbox.groupClose();\n");
});

test("a closing call in another function goes with its opening one", () => {
  const source =
    "var left = new Edge();\nleft.n = 1;\nvar right = new Edge();\nright.n = 2;\n\nfunction open() {\n  loom.edgeOpen(left);\n  loom.edgeOpen(right);\n}\n\nfunction close() {\n  loom.edgeClose();\n  loom.edgeClose();\n}\n";

  const left = without("a.js", source, "the right edge");

  assert.equal(left.match(/edgeClose/g)?.length, 1);
  assert.equal(left.match(/edgeOpen\(left\)/g)?.length, 1);
  assert.doesNotMatch(left, /right/);
});

test("a function goes with its comment and the statements that only call it", () => {
  const source =
    "// Says hello.\nfunction greet(name) {\n  if (name) {\n    say(name);\n  }\n}\n\nfunction main() {\n  greet('x');\n  var y = size(greet);\n}\n";

  assert.equal(
    without("a.js", `// Head.\n\n${source}`, "the greet function"),
    "// Head.\n\nfunction main() {\n  var y = size(greet);\n}\n",
  );
});

test("a function of Python goes with its decorator and its body", () => {
  const source =
    'import os\n\n\n@cached\ndef footer(page):\n    """Foot."""\n    if page:\n        return 1\n\n    return 2\n\n\ndef header(page):\n    return 3\n\n\nfooter(1)\nprint(header(2))\n';

  const left = without("a.py", source, "the footer");

  assert.equal(left, "import os\n\n\ndef header(page):\n    return 3\n\n\nprint(header(2))\n");
});

test("a section of a settings file goes to the next one", () => {
  const source = "[header]\nsize = 1\n\n# the foot\n[footer]\nsize = 2\ntext = page\n\n[body]\nsize = 3\n";

  assert.equal(without("a.ini", source, "the footer section"), "[header]\nsize = 1\n\n[body]\nsize = 3\n");
});

test("a key of YAML goes with what is under it", () => {
  const source = "header:\n  size: 1\nfooter:\n  size: 2\n  lines:\n    - a\n    - b\nbody:\n  size: 3\n";

  assert.equal(without("a.yml", source, "footer"), "header:\n  size: 1\nbody:\n  size: 3\n");
});

test("an element of HTML goes with what is in it", () => {
  const source =
    '<body>\n  <div id="header">x</div>\n  <footer class="page">\n    <div>a</div>\n  </footer>\n</body>\n';

  assert.equal(without("a.html", source, "the footer"), '<body>\n  <div id="header">x</div>\n</body>\n');
});

test("a rule of CSS goes, the others stay", () => {
  const source =
    ".header {\n  color: red;\n}\n\n.footer {\n  color: blue;\n}\n\n.body {\n  color: green;\n}\n";

  assert.equal(
    without("a.css", source, "the footer"),
    ".header {\n  color: red;\n}\n\n.body {\n  color: green;\n}\n",
  );
});

test("a part of Markdown goes from its heading to the next of its rank", () => {
  const source = "# Book\n\n## Setup\n\nOne.\n\n### Tools\n\nTwo.\n\n## Use\n\nThree.\n";

  assert.equal(without("a.md", source, "the setup"), "# Book\n\n## Use\n\nThree.\n");
});

test("a commented paragraph goes as one", () => {
  const source = "# head\na = 1\n\n# footer settings\nb = 2\nc = 3\n\n# tail\nd = 4\n";

  assert.equal(without("a.conf", source, "the footer settings"), "# head\na = 1\n\n# tail\nd = 4\n");
});

test("lines and quoted text can be named", () => {
  const source = 'one();\ntwo("x");\nthree();\nfour();\n';

  assert.equal(without("a.js", source, "lines 2-3"), "one();\nfour();\n");
  assert.equal(without("a.js", source, 'the line with "x"'), "one();\nthree();\nfour();\n");
});

test("comments can be named; the one that opens the file stays", () => {
  const source = "// File.\n\n// one\na(); // two\n/* three\n   four */\nb();\n";

  assert.equal(without("a.js", source, "the comments"), "// File.\n\na(); // two\nb();\n");
});

test("an if whose condition is only about the thing goes with its body, one that is not stays", () => {
  const source =
    "var foot = make();\nfoot.x = 1;\nvar body = make();\nif (foot) {\n  draw(1);\n} else {\n  draw(2);\n}\nif (body) {\n  draw(3);\n}\n";

  assert.equal(without("a.js", source, "the foot"), "var body = make();\nif (body) {\n  draw(3);\n}\n");
});

test("a declaration shared with a neighbour stays whole", () => {
  const source = "var foot = make(), body = make();\nfoot.x = 1;\nbody.x = 2;\n";

  assert.equal(without("a.js", source, "the foot"), "var foot = make(), body = make();\nbody.x = 2;\n");
});

test("brackets and names in strings and comments count for nothing", () => {
  const source = 'var foot = make("({[");\nfoot.x = 1; // }\nvar body = "foot";\nsay("foot)");\n';

  assert.equal(without("a.js", source, "the foot"), 'var body = "foot";\nsay("foot)");\n');
});

test("what is not there marks nothing", () => {
  assert.equal(reply(question("page.js", PAGE, "the sidebar")), "");
  assert.equal(reply(question("empty.txt", "", "the sidebar")), "");
});

test("a region keeps the file's line numbers", () => {
  const text =
    "FILE: a.js\nDELETE: foot\nLINES:\nL41: var foot = make();\nL42: foot.x = 1;\nL43: body.x = 2;\nFOOTPRINTS:\nfoot: L41 L42";

  assert.equal(reply(text), "L41: DELETE\nL42: DELETE");
});

test("whatever the file and the words, the marks are well formed and inside the region", () => {
  const piece = fc.constantFrom(
    "var foot = {",
    "}",
    "(",
    "])",
    "// foot",
    "foot.x = 1;",
    "",
    "  foot(",
    "'",
    '"""',
    "`",
    "if (foot) {",
    "} else {",
    "foot:",
    "[foot]",
    "# foot",
    "x.footBegin(",
    "x.footEnd()",
    "<foot>",
    "</foot>",
    "def foot():",
    "    pass",
  );
  const path = fc.constantFrom("a.js", "a.py", "a.html", "a.ini", "a.txt", "a.yml", "a.md", "a.css", "noext");

  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string())),
      path,
      fc.constantFrom("foot", "the foot frame", "x", "", "lines 1-2"),
      (lines, file, what) => {
        const source = lines.join("\n").replaceAll("\r", "");
        const count = source.split("\n").length;
        const marks = parseMarks(reply(question(file, source, what || "it")), { from: 1, to: count });
        assert.ok(marks.ok);
      },
    ),
    { numRuns: 400, seed: 11 },
  );
});

test("three thousand lines are marked without a long wait", () => {
  const source = Array.from(
    { length: 1000 },
    (_, i) => `var v${i} = new Frame();\nv${i}.top = ${i};\nhost.frameBegin(v${i}); host.frameEnd();`,
  ).join("\n");
  const text = question("big.js", source, "v500");
  const began = performance.now();

  const marks = reply(text);

  assert.ok(performance.now() - began < 2_000);
  assert.equal(marks, "L1501: DELETE\nL1502: DELETE\nL1503: DELETE");
});

const kept = {
  "brew.js": ["var ", ";", "//"],
  "brew.lua": ["local ", "", "--"],
  "brew.py": ["", "", "#"],
} as const;

for (const [path, [declare, end, comment]] of Object.entries(kept)) {
  test(`a construct whose opening call gives a variable goes with its closing call: ${path}`, () => {
    const screen = (name: string) => [
      `${comment} the ${name} of the screen`,
      `${declare}${name} = kettle.screenOpen("${name}")${end}`,
      `${name}.size = 8${end}`,
      `kettle.screenClose()${end}`,
      "",
    ];
    const header = screen("header");

    const left = without(path, [...header, ...screen("footer")].join("\n"), "the footer");

    assert.equal(left.trimEnd(), header.join("\n").trimEnd());
  });
}
