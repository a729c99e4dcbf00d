/**
 * The platform as it was when this script was loaded. Pages replace built-ins: Prototype and MooTools the functions of arrays, and
 * any page a global by a variable of its own. The build makes the host scripts call this module (`.build/own-platform.ts`), so that
 * their sources read like any other.
 */

type Holder = Readonly<Record<string, unknown>>;
type AnyFunction = (...args: unknown[]) => unknown;

/** Parts of the language, and addresses, of which no page has better ones: whatever is not the browser's own is restored. */
const LANGUAGE = [
  ...['Array', 'Function', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Reflect', 'RegExp', 'Set', 'String'],
  ...['URL', 'URLSearchParams', 'WeakMap', 'WeakRef'],
];
/** A page may have wrapped these, as zone.js does: a global is restored only if its type has changed. */
const OTHERS = [
  ...['Date', 'DOMException', 'Error', 'Promise', 'RangeError', 'Symbol', 'TypeError', 'Uint8Array'],
  ...['AbortController', 'CSSStyleSheet', 'CustomEvent', 'IntersectionObserver', 'MutationObserver'],
  ...['crypto', 'performance'],
];
/** Called without an object, which the browser takes for the window. */
const FUNCTIONS = ['clearTimeout', 'encodeURIComponent', 'queueMicrotask', 'setTimeout'];
export const OWN_NAMES: readonly string[] = [...LANGUAGE, ...OTHERS, ...FUNCTIONS];
/** Left to the page: zone.js, which may load later, has to observe listeners, or Angular does not see their changes. */
const LISTENING = /^(add|remove)EventListener$/;

const page = globalThis as unknown as Holder;
let pristine: HTMLIFrameElement | undefined;

/** By the prototype, whose methods no picture of the page hides by being named like them. */
function makeElement<Name extends 'iframe' | 'template'>(name: Name): HTMLElementTagNameMap[Name] {
  // Hardened pages have removed `__proto__`.
  const { __proto__: prototype = Document.prototype } = document as unknown as { readonly __proto__?: Document };
  return prototype.createElement.call(document, name) as HTMLElementTagNameMap[Name];
}

/** The same in a document without scripts; `undefined` where a page can have none. */
function restored(path: readonly string[]): unknown {
  try {
    pristine ??= document.documentElement.appendChild(makeElement('iframe'));
    let found: unknown = pristine.contentWindow;
    for (const name of path) found = (found as Holder)[name];
    return found;
  } catch {
    return undefined;
  }
}

function isBrowsers(value: unknown): boolean {
  try {
    return /\[native code|^\[object (?!Object)/.test(String(value));
  } catch {
    return false;
  }
}

function takeGlobals(): Readonly<Record<string, unknown>> {
  const taken: Record<string, unknown> = {};
  for (const name of OWN_NAMES) {
    // Absent from old browsers and from servers.
    if (!(name in page)) continue;
    const value = page[name];
    const mayBeWrapped = typeof value === 'function' && LANGUAGE.indexOf(name) < 0;
    taken[name] = mayBeWrapped || isBrowsers(value) ? value : (restored([name]) ?? value);
  }
  const { apply } = taken['Reflect'] as typeof Reflect;
  for (const name of FUNCTIONS) {
    const value = taken[name] as AnyFunction | undefined;
    if (value !== undefined) taken[name] = (...args: unknown[]) => apply(value, undefined, args);
  }
  return taken;
}

/** Globals by name. */
export const own: Holder = /* @__PURE__ */ takeGlobals();

/** Objects of the browser that methods are called on, besides the globals. */
function samples(): readonly unknown[] {
  if (typeof document === 'undefined') return [];
  const frame = makeElement('iframe');
  const { signal } = new (own['AbortController'] as typeof AbortController)();
  const parts = [frame, frame.attributes, frame.sandbox, makeElement('template').content];
  return [document, ...parts, own['performance'], own['crypto'], signal];
}

interface Taken {
  readonly holder: unknown;
  readonly methods: Holder;
}

function takeMethods(object: ObjectConstructor): Taken[] {
  const taken: Taken[] = [];
  const take = (holder: object, path?: readonly string[]): void => {
    const methods: Record<string, unknown> = { __proto__: null };
    for (const name of object.getOwnPropertyNames(holder)) {
      const value: unknown = object.getOwnPropertyDescriptor(holder, name)?.value;
      if (typeof value !== 'function' || LISTENING.test(name)) continue;
      methods[name] = path === undefined || isBrowsers(value) ? value : (restored([...path, name]) ?? value);
    }
    taken[taken.length] = { holder, methods };
  };
  for (const name of [...LANGUAGE, ...OTHERS]) {
    const value = own[name] as { readonly prototype?: object } | undefined;
    if (value === undefined) continue;
    const path = LANGUAGE.indexOf(name) < 0 ? undefined : [name];
    take(value, path);
    if (value.prototype) take(value.prototype, path && [name, 'prototype']);
  }
  for (const sample of samples())
    for (let holder = sample; holder !== null && holder !== undefined; holder = object.getPrototypeOf(holder))
      take(holder as object);
  return taken;
}

function makeMethod({
  apply,
  getOwnPropertyDescriptor,
  getPrototypeOf,
}: typeof Reflect): (target: unknown, name: string) => AnyFunction | undefined {
  const toObject = own['Object'] as ObjectConstructor;
  const taken = takeMethods(toObject);
  // The frame is kept until now: browsers make some constructors of a window when they are first read, and never for a removed
  // window.
  if (pristine !== undefined) document.documentElement.removeChild(pristine);
  const find = (target: object, name: string): unknown => {
    for (let holder: object | null = target; holder !== null; holder = getPrototypeOf(holder)) {
      let isKnown = false;
      // By index: nothing here may iterate an array once the script has been loaded.
      for (let index = 0; index < taken.length; index += 1) {
        const known = taken[index] as Taken;
        if (known.holder !== holder) continue;
        if (name in known.methods) return known.methods[name];
        isKnown = true;
      }
      // An object of the page has its own member of this name, which is used instead of a built-in.
      if (!isKnown && getOwnPropertyDescriptor(holder, name) !== undefined) break;
    }
    return (target as Holder)[name];
  };
  return (target, name) => {
    if (target === undefined || target === null) return undefined;
    const found = find(typeof target === 'object' || typeof target === 'function' ? target : toObject(target), name);
    return typeof found === 'function' ? (...args) => apply(found, target, args) : undefined;
  };
}

/** The method that an object had; `undefined` where there is no object, or no such method. */
export const method = /* @__PURE__ */ makeMethod(own['Reflect'] as typeof Reflect);

/** An array with the iterator that all had. */
export function each<List>(list: List): List | Iterable<unknown> {
  const { iterator } = own['Symbol'] as SymbolConstructor;
  const isArray = method(own['Array'], 'isArray')?.(list) === true;
  return isArray ? ({ [iterator]: method(list, 'values') } as object as Iterable<unknown>) : list;
}
