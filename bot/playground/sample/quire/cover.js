// The first page: the shop's name, the edition, and what is inside.

function drawCover(name, editionName, sections) {
  var stripe = new Band();
  var contents = new Flow();
  var i;

  stripe.position = "top";
  stripe.height = 90;
  stripe.fill = inkColour;
  sheet.bandBegin(stripe);
  sheet.text(name, { font: titleFont, colour: paperColour, align: Align.CENTRE });
  sheet.bandEnd();

  sheet.text(editionName, { font: headingFont, align: Align.CENTRE, spaceBefore: 40, spaceAfter: 24 });

  contents.columnCount = 2;
  contents.gutter = 18;
  sheet.flowBegin(contents, { balance: true, divider: ruleColour });
  for (i = 0; i < sections.length; i++) {
    sheet.text(sections[i].title, { font: boldFont });
    sheet.text(countLabel(sections[i].parts.count, "part") + ", from " + formatPrice(lowestPrice(sections[i].parts)));
  }
  sheet.flowEnd();

  sheet.layerBegin("proof");
  sheet.text("Proof copy: prices may still change.", { font: smallFont, colour: inkColour.tint(60) });
  sheet.layerEnd();
}
