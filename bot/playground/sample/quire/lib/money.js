// Prices: whole pence in the parts list, pounds on paper.

var CURRENCY = "GBP";
var DEAR_PENCE = 5000;

// 1250 becomes "GBP 12.50".
function formatPrice(pence) {
  var rest = pence % 100;
  return CURRENCY + " " + (pence - rest) / 100 + "." + (rest < 10 ? "0" : "") + rest;
}

function isDear(pence) {
  return pence >= DEAR_PENCE;
}

// The cheapest part of a set, in pence.
function lowestPrice(parts) {
  var lowest = parts.field("price", 0);
  var row;
  for (row = 1; row < parts.count; row++) {
    if (parts.field("price", row) < lowest) {
      lowest = parts.field("price", row);
    }
  }
  return lowest;
}

// What the parts of a set on the shelf are worth, in pence.
function shelfValue(parts) {
  var sum = 0;
  var row;
  for (row = 0; row < parts.count; row++) {
    sum = sum + parts.field("price", row) * parts.field("stock", row);
  }
  return sum;
}
