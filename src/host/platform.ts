/**
 * The platform as it was when this script was loaded. Pages replace built-ins: Prototype and MooTools replace functions of
 * arrays, and any page may replace a global by its own variable. The build makes the host scripts call this module
 * (`.build/own-platform.ts`), so that their sources read like any other source.
 */

type Holder = Readonly<Record<string, unknown>>;
type AnyFunction = (...args: unknown[]) => unknown;

/** Globals of the language, and for addresses, that no page improves: if a page has replaced them, the browser's own are restored. */
const LANGUAGE =
  /* @__PURE__ */
  'Array Function JSON Map Math Number Object Reflect RegExp Set String URL URLSearchParams WeakMap WeakRef'.split(' ');
/** A page may have wrapped these, as zone.js does: a global is restored only if its type has changed. */
const OTHERS = /* @__PURE__ */ (
  'Date DOMException Error Promise RangeError Symbol TypeError Uint8Array AbortController CSSStyleSheet CustomEvent ' +
  'IntersectionObserver MutationObserver crypto performance'
).split(' ');
/** Functions that are called without an object; the browser then uses the window. */
const FUNCTIONS = ['clearTimeout', 'encodeURIComponent', 'queueMicrotask', 'setTimeout'];
const CLASSES = /* @__PURE__ */ LANGUAGE.concat(OTHERS);
export const OWN_NAMES: readonly string[] = /* @__PURE__ */ CLASSES.concat(FUNCTIONS);
/** Methods that stay the page's: zone.js, which may load later, has to observe listeners for Angular to detect their changes. */
const LISTENING = /^(add|remove)EventListener$/;

const page = globalThis as unknown as Holder;
let pristine: HTMLIFrameElement | undefined;

/** This file does not use `for … of` or spread, because the page may have replaced the iterator of arrays before this script. */
function forEach<Item>(list: ArrayLike<Item>, take: (item: Item) => void): void {
  for (let index = 0; index < list.length; index += 1) take(list[index] as Item);
}

/** Calls `createElement` of the prototype: an image with that name in the page would hide the method of the document. */
function makeElement<Name extends 'iframe' | 'template'>(name: Name): HTMLElementTagNameMap[Name] {
  // Hardened pages have removed `__proto__`.
  const { __proto__: prototype = Document.prototype } = document as unknown as { readonly __proto__?: Document };
  return prototype.createElement.call(document, name) as HTMLElementTagNameMap[Name];
}

/** Reads the value at `path` from an empty frame, which no script has changed; `undefined` where the page cannot have a frame. */
function restored(path: readonly string[]): unknown {
  try {
    pristine ??= document.documentElement.appendChild(makeElement('iframe'));
    let found: unknown = pristine.contentWindow;
    forEach(path, (name) => (found = (found as Holder)[name]));
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
  forEach(OWN_NAMES, (name) => {
    // Some names are absent in old browsers and on servers.
    if (!(name in page)) return;
    const value = page[name];
    const mayBeWrapped = typeof value === 'function' && LANGUAGE.indexOf(name) < 0;
    taken[name] = mayBeWrapped || isBrowsers(value) ? value : (restored([name]) ?? value);
  });
  const { apply } = taken['Reflect'] as typeof Reflect;
  forEach(FUNCTIONS, (name) => {
    const value = taken[name] as AnyFunction | undefined;
    if (value !== undefined) taken[name] = (...args: unknown[]) => apply(value, undefined, args);
  });
  return taken;
}

/** Globals by name. */
export const own: Holder = /* @__PURE__ */ takeGlobals();

/** Objects of the browser that methods are called on, besides the globals. */
function samples(): readonly unknown[] {
  if (typeof document === 'undefined') return [];
  const frame = makeElement('iframe');
  const { signal } = new (own['AbortController'] as typeof AbortController)();
  const { content } = makeElement('template');
  return [document, frame, frame.attributes, frame.sandbox, content, own['performance'], own['crypto'], signal];
}

interface Taken {
  readonly holder: unknown;
  readonly methods: Holder;
}

function takeMethods(object: ObjectConstructor): Taken[] {
  const taken: Taken[] = [];
  const take = (holder: object, path?: readonly string[]): void => {
    const methods: Record<string, unknown> = { __proto__: null };
    forEach(object.getOwnPropertyNames(holder), (name) => {
      const value: unknown = object.getOwnPropertyDescriptor(holder, name)?.value;
      if (typeof value !== 'function' || LISTENING.test(name)) return;
      methods[name] = path === undefined || isBrowsers(value) ? value : (restored(path.concat(name)) ?? value);
    });
    taken[taken.length] = { holder, methods };
  };
  forEach(CLASSES, (name) => {
    const value = own[name] as { readonly prototype?: object } | undefined;
    if (value === undefined) return;
    const path = LANGUAGE.indexOf(name) < 0 ? undefined : [name];
    take(value, path);
    if (value.prototype) take(value.prototype, path && [name, 'prototype']);
  });
  forEach(samples(), (sample) => {
    for (let holder = sample; holder !== null && holder !== undefined; holder = object.getPrototypeOf(holder))
      take(holder as object);
  });
  return taken;
}

function makeMethod({
  apply,
  getOwnPropertyDescriptor,
  getPrototypeOf,
}: typeof Reflect): (target: unknown, name: string) => AnyFunction | undefined {
  const toObject = own['Object'] as ObjectConstructor;
  const taken = takeMethods(toObject);
  // The frame is kept until now: browsers create some constructors of a window when they are first read, and never after the window
  // was removed.
  if (pristine !== undefined) document.documentElement.removeChild(pristine);
  const find = (target: object, name: string): unknown => {
    for (let holder: object | null = target; holder !== null; holder = getPrototypeOf(holder)) {
      let isKnown = false;
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

/** The original method of an object; `undefined` without an object or such a method. */
export const method = /* @__PURE__ */ makeMethod(own['Reflect'] as typeof Reflect);

function makeEach({ defineProperty }: typeof Reflect, { iterator }: SymbolConstructor) {
  return <List>(list: List): List | Iterable<unknown> => {
    if (typeof list !== 'object' || list === null || !('length' in list)) return list;
    const items = list as object as ArrayLike<unknown>;
    const copy: unknown[] = [];
    forEach(items, (item) => (copy[copy.length] = item));
    const value = (): Iterator<unknown> => {
      let index = -1;
      return {
        next: () => {
          index += 1;
          return { done: index >= items.length, value: items[index] };
        },
      };
    };
    // Without a prototype: some pages add a `get` to all objects.
    defineProperty(copy, iterator, { __proto__: null, value } as PropertyDescriptor);
    return copy;
  };
}

/**
 * A list with an iterator of its own: a page may have replaced the iterator of arrays, or its `next`, which lists of nodes share
 * with arrays. The list is an array, because replaced promises, such as those of zone.js, accept only arrays.
 */
export const each = /* @__PURE__ */ makeEach(own['Reflect'] as typeof Reflect, own['Symbol'] as SymbolConstructor);
