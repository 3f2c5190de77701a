// What each line of a unified diff is. Promises to tell a removed line "-- x" from a file's heading by counting the
// lines that the hunk announced. Refuses nothing: a piece that begins in the middle of a hunk is read as one.

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** One of "add", "drop", "hunk", "head", "same" for each line. */
export function classifyDiff(lines) {
  const kinds = [];
  let inHead = false;
  /** What the hunk still holds on each side; unknown where the diff begins in one. */
  let left;
  lines.forEach((line, at) => {
    if (left !== undefined && (left.old > 0 || left.new > 0)) {
      const kind = bodyKind(line);
      if (!line.startsWith("\\")) {
        if (kind !== "add") left.old -= 1;
        if (kind !== "drop") left.new -= 1;
      }
      kinds.push(kind);
      return;
    }
    const counts = HUNK.exec(line);
    if (counts !== null) {
      left = { old: Number(counts[1] ?? 1), new: Number(counts[2] ?? 1) };
      inHead = false;
      kinds.push("hunk");
    } else if (startsFile(lines, at) || inHead) {
      inHead = true;
      left = undefined;
      kinds.push("head");
    } else {
      kinds.push(bodyKind(line));
    }
  });
  return kinds;
}

function bodyKind(line) {
  if (line.startsWith("+")) return "add";
  return line.startsWith("-") ? "drop" : "same";
}

function startsFile(lines, at) {
  if (lines[at].startsWith("diff --git ")) return true;
  return (
    lines[at].startsWith("--- ") && (lines[at + 1] ?? "").startsWith("+++ ") && HUNK.test(lines[at + 2] ?? "")
  );
}
