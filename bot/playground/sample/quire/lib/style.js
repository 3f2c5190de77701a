// Fonts and colours of the catalogue, in one place.

var inkColour = new Colour("#1f3a5f");
var shadeColour = inkColour.tint(10);
var ruleColour = inkColour.tint(40);
var paperColour = new Colour("#ffffff");

var bodyFont = new Font("Source Serif", 9);
var smallFont = new Font("Source Serif", 7);
var headingFont = new Font("Source Sans", 16);
var titleFont = new Font("Source Sans", 28);

var boldFont = new Font("Source Serif", 9);
boldFont.weight = 700;

function drawHeading(title) {
  sheet.text(title, { font: headingFont, colour: inkColour, spaceAfter: 6 });
  sheet.rule({ colour: inkColour, weight: 1 });
}
