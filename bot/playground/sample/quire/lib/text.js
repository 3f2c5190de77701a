// Small things one does to words.

// Cuts a text to a number of letters and marks the cut.
function shorten(words, limit) {
  if (words.length <= limit) {
    return words;
  }
  return words.substring(0, limit - 3) + "...";
}

// 1 part, 2 parts.
function countLabel(count, noun) {
  return count + " " + noun + (count === 1 ? "" : "s");
}
