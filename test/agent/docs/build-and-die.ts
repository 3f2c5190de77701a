// A child for index-whole.test.ts: builds an index and kills itself the moment that a stage is reached. Promises a death
// without a word. Refuses to end well.

import { build } from "../../../agent/docs/index/build.ts";

const [folder = "", dir = "", last = ""] = process.argv.slice(2);
build({ sources: [{ name: "docs", folder }], dir, builtAt: 0 }, ({ stage, done }) => {
  if (stage === last && done === 1) process.kill(process.pid, "SIGKILL");
});
