// Scripts that try to get out, to stay for ever, or to take everything: each ends inside the limits, the report says how, the
// next run works, and the process that started it is as it was.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { DryRunReport } from "../../../agent/dry-run/report.ts";
import { endsOf, tried } from "./fake-engine.ts";

const LIMITS = { ms: 600 };
const MAX_MS = 6_000;

async function attacked(t: TestContext, script: string, limits = LIMITS): Promise<DryRunReport> {
  const before = Object.getOwnPropertyNames(globalThis).length;
  const memory = process.memoryUsage.rss();

  const report = await tried(t, { "main.js": script, "lib.js": "var lib = 1;" }, { limits });

  assert.ok(report.ms < limits.ms + MAX_MS, `it took ${report.ms} ms: ${script}`);
  assert.equal(Object.getOwnPropertyNames(globalThis).length, before);
  assert.ok(process.memoryUsage.rss() - memory < 400 * 1024 * 1024, `it left too much memory: ${script}`);
  return report;
}

const endOf = ({ entries }: DryRunReport): string => entries[0]?.end ?? "none";

/** What each of them finds in its hands is printed. */
const REACHES: [name: string, script: string][] = [
  [
    "the constructor of a constructor",
    'print(typeof ({}).constructor.constructor("return this")().process);',
  ],
  ["what this is made of", 'print(typeof this.constructor.constructor("return this")().process);'],
  ["the function constructor", 'print(Function("return typeof process + typeof fetch")());'],
  [
    "an asynchronous function's",
    'var A = (async () => {}).constructor; A("return typeof process")().then(print);',
  ],
  ["a generator's", 'print((function* () {}).constructor("yield typeof process")().next().value);'],
  ["eval", 'print((0, eval)("typeof process + typeof require + typeof module"));'],
  ["a documented method's", 'print(press.open.constructor("return typeof process")());'],
  ["a documented object's", 'print(press.constructor.constructor("return typeof process")());'],
  ["a loader's", 'print(include.constructor("return typeof process")());'],
  [
    "the names of everything",
    "print(Object.getOwnPropertyNames(globalThis).filter(function (n) { return /process|require|ask|host|fetch|WebAssembly|setTimeout|Worker|module/i.test(n); }).length);",
  ],
  [
    "what stands on the stack",
    'var seen = []; Error.prepareStackTrace = function (e, s) { seen.push(s); return s; }; Error.stackTraceLimit = 99; try { press.open({ toString: function () { throw new Error("x"); } }); say({ toString: function () { seen.push(typeof new Error("y").stack); return "z"; } }); } catch (e) {} print(typeof process, seen.every(function (s) { return typeof s === "string"; }));',
  ],
  [
    "callers",
    "function f() { return f.caller; } try { print(f() === null || f() === undefined); } catch (e) { print(true); }",
  ],
  ["shared memory", "print(typeof Atomics, typeof WebAssembly); new SharedArrayBuffer(8);"],
];

test("nothing of the host can be reached", async (t) => {
  for (const [name, script] of REACHES) {
    const report = await attacked(t, script);

    assert.deepEqual(endsOf(report), ["main.js completed"], name);
    assert.doesNotMatch(report.output.join(), /object|function/, name);
  }
});

test("imports of what is no file of the project are refused", async (t) => {
  const report = await attacked(
    t,
    'var NODE = "node:fs", UP = "../../etc/passwd"; import(NODE).then(function () { print("in"); }, function (e) { print(e.message); }); import(UP).catch(function (e) { print(e.message); });',
  );

  assert.deepEqual(report.output, [
    '"node:fs" is no module of the project',
    '"../../etc/passwd" is no module of the project',
  ]);
});

const POLLUTES: string[] = [
  "Object.prototype.get = function () { throw 1; }; Object.prototype.set = 1; Object.prototype.apply = 2; Object.prototype.value = 3; Object.prototype.has = 4; Object.prototype.say = 'x'; Object.prototype.names = 5;",
  "Array.prototype[Symbol.iterator] = null; Array.prototype.push = null; Array.prototype.slice = null; Function.prototype.call = null; Function.prototype.apply = null; Function.prototype.bind = null;",
  "JSON = null; Reflect = null; Proxy = null; Error = null; Object = null; Promise = null; String = null; Date = null; Symbol = null; RegExp = null;",
  "Object.prototype.toJSON = function () { return 'evil'; }; String.prototype.toJSON = Object.prototype.toJSON; String.prototype.toLowerCase = null; RegExp.prototype.exec = null;",
  "Object.setPrototypeOf(Object.prototype, null); Object.freeze(Object.prototype); Object.freeze(Array.prototype);",
  "Object.defineProperty(Object.prototype, 'x', { get: function () { for (;;); } });",
  "for (var n of Object.getOwnPropertyNames(globalThis)) if (!/^(?:press|print|Object|undefined|NaN|Infinity)$/.test(n)) try { delete globalThis[n]; } catch (e) {}",
];

test("a script that spoils the language's own objects spoils no stub", async (t) => {
  for (const script of POLLUTES) {
    const report = await attacked(t, `${script}\nprint(press.open("a").turn().margin + 1);\npress.bent;`);

    assert.deepEqual([endsOf(report), report.output], [["main.js completed"], ["1"]], script);
    assert.equal(report.findings[0]?.about, "Press.bent", script);
    assert.equal(report.findings[0]?.line, 3);
  }
});

const ENDLESS: string[] = [
  "for (;;);",
  "for (;;) { try { for (;;); } catch (e) {} finally { continue; } }",
  "var o = { get x() { for (;;); } }; o.x;",
  "throw { get message() { for (;;); } };",
  "throw { toString: function () { for (;;); } };",
  "var e = new Error('a'); Object.defineProperty(e, 'stack', { get: function () { for (;;); } }); throw e;",
  "Object.prototype.then = { get: 1 }; say({ toString: function () { for (;;); } });",
  "(function f() { Promise.resolve().then(f); })();",
  "async function f() { for (;;) await 0; } f();",
  "var t = { then: function (r) { r(t); } }; Promise.resolve(t);",
  "/^(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab');",
  "[1, 2].sort(function () { for (;;); });",
  "Array.prototype.sort.call({ length: 4294967296 });",
  "new Array(1e8).join('abcdefghij');",
  "for (;;) include('lib.js');",
  "for (var i = 0; ; i++) include('lib' + i + '.js');",
  "for (var i = 0; ; i++) press['bent' + i];",
  "while (press.open().turn()) press.leaf.margin++;",
  "function* g() { for (;;) yield 1; } for (var x of g());",
  "Promise.reject({ get message() { for (;;); } });",
  "press.leaf.turn({ get x() { return 1; } }); for (;;) press.bent;",
];

test("what would never end is ended by the time", { timeout: 120_000 }, async (t) => {
  for (const script of ENDLESS) {
    const report = await attacked(t, script);

    assert.ok(/^(?:time|memory)$/.test(endOf(report)), `${endOf(report)}: ${script}`);
  }
});

const GREEDY: string[] = [
  "var a = []; for (;;) a.push(new Array(1000).fill(1));",
  "new Array(1e9).fill(1);",
  "'x'.repeat(1073741823);",
  "var s = 'x'; for (;;) s += s;",
  "'x'.padStart(536870912);",
  "new ArrayBuffer(1073741824);",
  "new Float64Array(134217728);",
  "new SharedArrayBuffer(1073741824);",
  "var m = new Map(); for (var i = 0; ; i++) m.set(i, new Array(100).fill(i));",
  "var f = function () {}; for (var i = 0; i < 1e5; i++) f = f.bind(0); f();",
  "try { new ArrayBuffer(1073741824); } catch (e) { print('caught'); }",
];

test("what would take everything is ended by the memory", { timeout: 60_000 }, async (t) => {
  for (const script of GREEDY) {
    const report = await attacked(t, script, { ms: 10_000 });

    assert.equal(endOf(report), "memory", script);
    assert.deepEqual(report.output, [], script);
  }
});

const DEEP: string[] = [
  "function f() { f(); } f();",
  "var o = { get x() { return o.x; } }; o.x;",
  "var p = new Proxy({}, { get: function (t, k, r) { return r[k]; } }); p.x;",
  "eval(new Array(1e5).join('('));",
  "eval(new Array(5e4).join('[') + new Array(5e4).join(']'));",
  "var a = []; for (var i = 0; i < 2e4; i++) a = [a]; JSON.stringify(a);",
  "press.leaf.toString = function () { return '' + press.leaf; }; '' + press.leaf;",
];

test("what calls itself too deep is ended, and may catch that", { timeout: 60_000 }, async (t) => {
  for (const script of DEEP) {
    const report = await attacked(t, script);

    assert.ok(/^(?:stack|threw|time)$/.test(endOf(report)), `${endOf(report)}: ${script}`);
  }
  const caught = await attacked(t, "function f() { try { f(); } catch (e) { return e.name; } } print(f());");
  assert.equal(endOf(caught), "completed");
});

test("ten million lines are cut off, whatever is in them", async (t) => {
  for (const script of [
    "for (var i = 0; i < 1e7; i++) print();",
    "for (;;) { try { say('x'); } catch (e) {} }",
  ]) {
    const report = await attacked(t, script);

    assert.equal(endOf(report), "output");
    assert.ok(report.output.length <= 1_000);
  }
});

test("circles and towers of loads end", async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [
      `n${n}.js`,
      `//@include "n${n + 1}.js"\n//@include "n${n + 1}.js"\n//@include "n0.js"\n`,
    ]),
  );
  const report = await tried(
    t,
    {
      ...files,
      "main.js": '//@include "n0.js"\ninclude("loop.js"); print("done");',
      "loop.js": 'include("loop.js");\n',
    },
    { limits: LIMITS },
  );

  assert.deepEqual([endsOf(report), report.output], [["main.js completed"], ["done"]]);
});

test("a hundred thousand loads of one file are a loop like any other", async (t) => {
  const report = await attacked(t, "for (var i = 0; i < 1e5; i++) include('lib.js'); print('done');");

  assert.ok(/^(?:completed|time|memory)$/.test(endOf(report)));
});

test("time and chance are the same in every run", async (t) => {
  const script = "print(Date.now(), Math.random(), new Date().getTimezoneOffset(), String(new Date(0)));";

  const first = await attacked(t, script);
  const second = await attacked(t, script);

  assert.deepEqual(first.output, second.output);
  assert.match(first.output[0] ?? "", /^17672\d+ 0\.\d+ 0 Thu Jan 01 1970/);
});

test("a script that ended badly does not take the others with it", async (t) => {
  const report = await tried(
    t,
    {
      "main.js": "Array.prototype.sort.call({ length: 4294967296 });",
      "a.js": "for (;;);",
      "b.js": "new ArrayBuffer(1073741824);",
      "c.js": "print(typeof left, press.leaf.margin); left = 1;",
    },
    { profile: { entry: ["*.js"] }, limits: { ms: 1_500 } },
  );

  assert.deepEqual(endsOf(report), [
    "main.js time",
    "a.js time a.js:1:1",
    "b.js memory b.js:1:5",
    "c.js completed",
  ]);
  assert.deepEqual(report.output, ["undefined 0"]);
});

test("a run that is stopped leaves nothing running", async (t) => {
  const stop = new AbortController();
  const running = tried(t, { "main.js": "for (;;);" }, { signal: stop.signal });
  stop.abort(new Error("stopped"));

  await assert.rejects(running, /stopped/);
});
