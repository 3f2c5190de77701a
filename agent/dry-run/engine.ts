// The engine that a script is run in, and the few functions by which it reaches its thread: a question, a piece of text to
// run, a line to print. Promises the same time and the same chance at each run, and limits that no script can catch. Refuses
// values: these functions take and give text, whoever calls them.

import { EvalFlags, Intrinsics, type JSValueHandle, MAX_STACK_SIZE, QuickJS } from "quickjs-wasi";
import type { Clock } from "../../store/clock.ts";
import { MARKS, type ScriptEnd, type Setup, type UnitText } from "./protocol.ts";
import type { EntryEnd } from "./report.ts";

export type Asking = {
  ask(words: string[]): string;
  /** How long all questions were waited for. */
  waitedMs(): number;
};

export type Given = Pick<Setup, "wasm" | "engine" | "start" | "limits"> & {
  asking: Asking;
  ms: number;
  clock: Clock;
};

export type Engine = {
  vm: QuickJS;
  unit(id: string): UnitText;
  /** What its last statement gives, or the function that it is. */
  run(unit: UnitText): JSValueHandle;
  /** The limit that was met. */
  stopped(): EntryEnd | null;
  /** What promises were refused with, and nobody took. */
  rejected(): JSValueHandle[];
  marks(): Pick<ScriptEnd, "thrown" | "entered">;
  output: string[];
  [Symbol.dispose](): void;
};

type State = {
  stop: EntryEnd | null;
  output: string[];
  chars: number;
  rejected: Map<number, JSValueHandle>;
};

const MAX_REJECTED = 100;

export async function createEngine(given: Given): Promise<Engine> {
  const state: State = { stop: null, output: [], chars: 0, rejected: new Map() };
  const unit = unitsFrom(given.asking);
  const parts: Parts = { given, state, unit, before: { lay: () => undefined } };
  const vm = await createVm(parts);
  const marks = vm.evalCode(marksCode(given.limits.marks));
  const run = boot(vm, parts);
  return {
    vm,
    unit,
    run,
    stopped: () => state.stop,
    rejected: () => [...state.rejected.values()],
    marks: () => readMarks(marks),
    output: state.output,
    [Symbol.dispose]: () => vm.dispose(),
  };
}

function unitsFrom({ ask }: Asking): Engine["unit"] {
  const units = new Map<string, UnitText>();
  return (id) => {
    const unit: UnitText = units.get(id) ?? JSON.parse(ask(["unit", id]));
    units.set(id, unit);
    return unit;
  };
}

/** What engines of the language have, and no host of scripts need have. */
const LEFT_OUT = Intrinsics.PERFORMANCE | Intrinsics.DOM_EXCEPTION | Intrinsics.ATOB_BTOA;

type Parts = {
  given: Given;
  state: State;
  unit: Engine["unit"];
  /** Makes names of the global object stubs, before a text that takes them to be there. */
  before: { lay(names: readonly string[]): void };
};

async function createVm({ given, state, unit, before }: Parts): Promise<QuickJS> {
  const { clock, asking, limits, ms, wasm } = given;
  const [began, waited] = [clock.now(), asking.waitedMs()];
  const isOver = (): boolean => clock.now() - began - (asking.waitedMs() - waited) > ms;
  return await QuickJS.create({
    wasm,
    memoryLimit: limits.memoryBytes,
    maxStackSize: MAX_STACK_SIZE,
    intrinsics: (Intrinsics.ALL & ~LEFT_OUT) >>> 0,
    timezoneOffset: 0,
    wasi: sameEveryTime(),
    interruptHandler() {
      if (state.stop === null && isOver()) state.stop = "time";
      return state.stop !== null;
    },
    onUnhandledRejection(promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean) {
      if (isHandled) state.rejected.delete(promise.identity);
      else if (state.rejected.size < MAX_REJECTED) state.rejected.set(promise.identity, reason.dup());
    },
    moduleLoader: {
      normalize(from: string, asked: string) {
        const id = asking.ask(["module", asked, from]);
        if (id === "") throw new Error(`"${asked}" is no module of the project`);
        return id;
      },
      load(id: string) {
        const { text, blanks } = unit(id);
        before.lay(blanks);
        return text;
      },
    },
  });
}

/** The first moment that a script sees; each look at the clock is a millisecond later, so that who waits gets on. */
const FIRST_MS = 1_767_225_600_000;

function sameEveryTime() {
  const state = { ms: FIRST_MS };
  return (memory: { buffer: ArrayBuffer }) => ({
    clock_time_get(_clock: number, _precision: bigint, at: number): number {
      state.ms += 1;
      new DataView(memory.buffer).setBigUint64(at, BigInt(state.ms) * 1_000_000n, true);
      return 0;
    },
    random_get(at: number, bytes: number): number {
      new Uint8Array(memory.buffer, at, bytes).fill(7);
      return 0;
    },
    /** The engine's own words, which would otherwise stand on the terminal. */
    fd_write: () => BAD_FILE,
  });
}

const BAD_FILE = 8;

/** Gives what runs a piece of text with the fake engine around it. */
function boot(vm: QuickJS, { given, state, unit, before }: Parts): Engine["run"] {
  const active: string[] = [];
  const run = (one: UnitText): JSValueHandle => {
    before.lay(one.blanks);
    active.push(one.id);
    try {
      return vm.evalCode(one.text, one.id, one.kind === "module" ? EvalFlags.TYPE_MODULE : 0);
    } finally {
      active.pop();
    }
  };
  const bridge: Record<string, (words: string[]) => JSValueHandle> = {
    ask: (words) => vm.newString(given.asking.ask(words)),
    // A script that is loaded while it runs has begun already: a circle ends here.
    run: ([id = ""]) => (active.includes(id) ? vm.undefined : run(unit(id))),
    print: ([line = ""]) => {
      print(line, state, given.limits.outputChars);
      return vm.undefined;
    },
  };
  const host = vm.newObject();
  for (const [name, call] of Object.entries(bridge))
    host.setProp(
      name,
      vm.newFunction(name, (...words) => call(words.map(textOf))),
    );
  const start = vm.evalCode(given.engine, "engine");
  const lay = vm.callFunction(start, vm.undefined, host, vm.newString(given.start));
  before.lay = (names) => {
    for (const name of names) vm.callFunction(lay, vm.undefined, vm.newString(name)).dispose();
  };
  return run;
}

/** A script may get hold of these functions, and give them anything. */
const textOf = (value: JSValueHandle): string => (value.isString ? value.toString() : "");

const MAX_LINE = 500;
/** Ten million empty lines are no less than full ones. */
const LINE_COSTS = 20;

function print(line: string, state: State, most: number): void {
  if (state.stop !== null) return;
  state.chars += line.length + LINE_COSTS;
  if (state.chars > most) state.stop = "output";
  else state.output.push(line.slice(0, MAX_LINE));
}

const marksCode = (count: number): string =>
  `(function () { var marks = new Int32Array(${count}); Object.defineProperty(globalThis, "${MARKS}", { value: marks }); return marks; })()`;

function readMarks(marks: JSValueHandle): Pick<ScriptEnd, "thrown" | "entered"> {
  const bytes = marks.toUint8Array();
  const numbers = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  const entered: number[] = [];
  for (const [at, mark] of numbers.entries()) if (at > 0 && mark !== 0) entered.push(at);
  return { thrown: numbers[0] ?? 0, entered };
}
