// The checks on real documentation: the examples in it, reported inventions, programs made of its members. Promises that each
// documentation is built once for all of them: building is most of the time. Refuses to fail where none is at hand.

import { after } from "node:test";
import { testCases } from "./corpora/cases.ts";
import { testExamples } from "./corpora/examples.ts";
import { testPrograms } from "./corpora/programs.ts";
import { createShared } from "./corpora/shared.ts";

const shared = createShared();
after(() => shared.close());

testExamples(shared);
testCases(shared);
testPrograms(shared);
