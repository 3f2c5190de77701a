// What the language itself brings: constructors and members that no documentation of an engine lists. Promises to excuse
// every name of the language, of any age. Refuses to say whether an engine has it: that is the profile's level.

/** Global functions, objects and constructors of ECMAScript up to 2026. */
export const LANGUAGE_GLOBALS: ReadonlySet<string> = new Set(
  `AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date
   DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array
   Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp
   Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError URIError Uint16Array Uint32Array
   Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet arguments decodeURI decodeURIComponent encodeURI
   encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape`.split(
    /\s+/,
  ),
);

/** Members of every object, and of every function or class. */
export const OBJECT_MEMBERS: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  "toSource",
  "watch",
  "unwatch",
  "reflect",
]);
export const CLASS_MEMBERS: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Function.prototype),
  "prototype",
]);
