// What an empty chat shows: what this is, and requests to begin with. Promises that a tap sends exactly the words on it.
// Refuses to stay once there is a message.

import { byId, el, icon } from "./dom.js";

export function showWelcome({ workspace, suggestions }, { isEmpty, say }) {
  const place = byId("welcome");
  place.hidden = !isEmpty;
  if (!isEmpty) return place.replaceChildren();
  place.replaceChildren(
    el("span", { class: "avatar large", "aria-hidden": "true" }, [icon("rail")]),
    el("h1", { text: "What should change?" }),
    el("p", {}, [
      "You are in ",
      el("strong", { text: workspace }),
      ". Ask, or say what to do. Nothing is written before you have seen the whole diff and tapped Apply.",
    ]),
    el(
      "ul",
      { class: "suggestions" },
      suggestions.map((words) =>
        el("li", {}, [
          el("button", { class: "suggestion", type: "button", onclick: () => say(words) }, [words]),
        ]),
      ),
    ),
  );
}
