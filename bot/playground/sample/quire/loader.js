// Reads the parts list and sorts it into the sections of the catalogue.

var SECTION_TITLES = ["Fastenings", "Rope and rigging", "Pumps", "Lamps"];

// Gives one { title, parts } for each section that has parts in it.
function loadSections() {
  var sections = [];
  var all, parts, i;

  if (!records.exists("parts")) {
    trace("The parts list is missing.");
    return sections;
  }

  all = records.open("parts");
  all.sortBy("name");
  for (i = 0; i < SECTION_TITLES.length; i++) {
    parts = all.where("section", SECTION_TITLES[i]);
    if (parts.count > 0) {
      sections[sections.length] = { title: SECTION_TITLES[i], parts: parts };
    }
  }
  return sections;
}
