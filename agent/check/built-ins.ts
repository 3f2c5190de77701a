// What the language itself brings, and since when: a table of rows "level owner names", where `Owner` has statics and
// `Owner#` what its instances have. Source: ECMA-262, editions 3 (1999), 5 (2009), 6 (2015) and yearly; ECMA-357 for XML.
// Promises every name of the standard up to 2026. Refuses host objects: those are the documentation's.

const TABLE = `
3 global Array Boolean Date Error EvalError Function Infinity Math NaN Number Object RangeError ReferenceError RegExp String SyntaxError TypeError URIError arguments decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval isFinite isNaN parseFloat parseInt undefined unescape
3 global Namespace QName XML XMLList isXMLName
5 global JSON
2015 global ArrayBuffer DataView Float32Array Float64Array Int16Array Int32Array Int8Array Intl Map Promise Proxy Reflect Set Symbol Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet
2017 global Atomics SharedArrayBuffer
2020 global BigInt BigInt64Array BigUint64Array globalThis
2021 global AggregateError FinalizationRegistry WeakRef
2025 global Float16Array Iterator
2026 global AsyncDisposableStack DisposableStack SuppressedError Temporal
3 Object# constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf
3 Object prototype
5 Object create defineProperties defineProperty freeze getOwnPropertyDescriptor getOwnPropertyNames getPrototypeOf isExtensible isFrozen isSealed keys preventExtensions seal
2015 Object assign getOwnPropertySymbols is setPrototypeOf
2017 Object entries getOwnPropertyDescriptors values
2019 Object fromEntries
2022 Object hasOwn
2024 Object groupBy
3 Function# apply arguments call caller length name prototype
5 Function# bind
3 Array prototype
5 Array isArray
2015 Array from of
2024 Array fromAsync
3 Array# concat join length pop push reverse shift slice sort splice unshift
5 Array# every filter forEach indexOf lastIndexOf map reduce reduceRight some
2015 Array# copyWithin entries fill find findIndex keys values
2016 Array# includes
2019 Array# flat flatMap
2022 Array# at
2023 Array# findLast findLastIndex toReversed toSorted toSpliced with
3 String fromCharCode prototype
2015 String fromCodePoint raw
3 String# anchor big blink bold charAt charCodeAt concat fixed fontcolor fontsize indexOf italics lastIndexOf length link localeCompare match replace search slice small split strike sub substr substring sup toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase
5 String# trim
2015 String# codePointAt endsWith includes normalize repeat startsWith
2017 String# padEnd padStart
2019 String# trimEnd trimLeft trimRight trimStart
2020 String# matchAll
2021 String# replaceAll
2022 String# at
2024 String# isWellFormed toWellFormed
3 Number MAX_VALUE MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY prototype
2015 Number EPSILON MAX_SAFE_INTEGER MIN_SAFE_INTEGER isFinite isInteger isNaN isSafeInteger parseFloat parseInt
3 Number# toExponential toFixed toPrecision
3 Boolean prototype
3 Date UTC parse prototype
5 Date now
3 Date# getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds getYear setDate setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds setYear toDateString toGMTString toLocaleDateString toLocaleTimeString toTimeString toUTCString
5 Date# toISOString toJSON
3 RegExp $1 $2 $3 $4 $5 $6 $7 $8 $9 input lastMatch lastParen leftContext multiline prototype rightContext
2025 RegExp escape
3 RegExp# compile exec global ignoreCase lastIndex multiline source test
2015 RegExp# flags sticky unicode
2018 RegExp# dotAll
2022 RegExp# hasIndices
2024 RegExp# unicodeSets
3 Math E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos asin atan atan2 ceil cos exp floor log max min pow random round sin sqrt tan
2015 Math acosh asinh atanh cbrt clz32 cosh expm1 fround hypot imul log10 log1p log2 sign sinh tanh trunc
2025 Math f16round
2026 Math sumPrecise
5 JSON parse stringify
3 Error prototype
2015 Error captureStackTrace
3 Error# message name stack fileName lineNumber number description line source columnNumber
`;

/** Engines of all ages had these before any standard did, or had their own. */
const OF_OLD =
  "toSource watch unwatch reflect quote __proto__ __count__ __parent__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__";

type Since = ReadonlyMap<string, number>;
const owners: ReadonlyMap<string, Since> = readTable();

function readTable(): ReadonlyMap<string, Since> {
  const table = new Map<string, Map<string, number>>();
  for (const row of TABLE.trim().split("\n")) {
    const [level = "", owner = "", ...names] = row.split(" ");
    const known = table.get(owner) ?? new Map<string, number>();
    for (const name of names) known.set(name, Number(level));
    table.set(owner, known);
  }
  return table;
}

const old = new Set(OF_OLD.split(" "));
const newest = new Map<string, number>();
for (const names of owners.values())
  for (const [name, since] of names) newest.set(name, Math.max(since, newest.get(name) ?? 0));

/** The latest edition that gave some type a name like this: what came before an engine's level is no question of its age. */
export const newestSince = (name: string): number => newest.get(name) ?? 0;

/** Since which edition the language has this global name; undefined for one that it never had. */
export const globalSince = (name: string): number | undefined => owners.get("global")?.get(name);

/** Since which edition a value of the language's own type has this member; undefined for one that it never had. */
export function memberSince(type: string, name: string): number | undefined {
  return sinceOn(`${type}#`, name) ?? ofEverything(name);
}

/** The same of the type itself: `Object.keys`. */
export function staticSince(type: string, name: string): number | undefined {
  return sinceOn(type, name) ?? sinceOn("Function#", name) ?? ofEverything(name);
}

const sinceOn = (owner: string, name: string): number | undefined => owners.get(owner)?.get(name);
const ofEverything = (name: string): number | undefined => (old.has(name) ? 3 : sinceOn("Object#", name));

/** Types whose members the table holds. */
export const isLanguageType = (type: string): boolean => owners.has(`${type}#`);
export const hasStatics = (type: string): boolean => owners.has(type);

/** What every object has, and what every function or class has besides. */
export const isOfEveryObject = (name: string): boolean => ofEverything(name) !== undefined;
export const isOfEveryClass = (name: string): boolean => staticSince("Function", name) !== undefined;

/** Names that the language has for what is asked here, best first. */
export const membersOf = (type: string): string[] => [...(owners.get(`${type}#`)?.keys() ?? [])];
