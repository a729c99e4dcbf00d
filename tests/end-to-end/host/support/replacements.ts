/**
 * Names that a host script uses. The functions of this file run in a page and replace such names: those named after a library
 * replace them as the library does.
 */
export interface Touched {
  /** Names that the script uses without a declaration. */
  readonly globals: readonly string[];
  /** Names of methods that the script may call. */
  readonly methods: readonly string[];
}

type Loose = Record<string, unknown>;
type Call = (this: never, ...args: never[]) => unknown;

const VARIABLES = ({ globals, methods }: Touched): void => {
  const { set } = Reflect;
  for (const name of [...globals, ...methods]) set(window, name, 'a variable of the page');
};

/** `$A`, `Object.toJSON` and the enumerables of Prototype 1.6 and 1.7, which `for … in` finds on every array. */
const PROTOTYPE = (): void => {
  const list = Array.prototype as unknown as Loose;
  const toArray = (from: { length?: number; toArray?: () => unknown[] } & Record<number, unknown>): unknown[] => {
    if (from.toArray) return from.toArray();
    const results: unknown[] = [];
    for (let index = 0; index < (from.length ?? 0); index += 1) results[index] = from[index];
    return results;
  };
  (Array as unknown as Loose)['from'] = toArray;
  list['toJSON'] = function (this: unknown[]) {
    return `[${this.join(', ')}]`;
  };
  list['reduce'] = function (this: unknown[]) {
    return this.length > 1 ? this : this[0];
  };
  list['entries'] = list['toArray'] = function (this: unknown[]) {
    return this.concat();
  };
  list['inspect'] = list['each'] = list['clone'] = (): string => 'Prototype';
  (String.prototype as unknown as Loose)['sub'] = (): string => 'Prototype';
  (Function.prototype as unknown as Loose)['bind'] = function (this: Call, context: never, ...given: never[]) {
    return (...args: never[]) => this.apply(context, given.concat(args));
  };
  (HTMLElement.prototype as unknown as Loose)['remove'] = function (this: HTMLElement) {
    this.parentNode?.removeChild(this);
    return this;
  };
};

const MOOTOOLS = (): void => {
  const list = Array.prototype as unknown as Loose;
  (Array as unknown as Loose)['from'] = (item: unknown): unknown[] =>
    item === null || item === undefined ? [] : Array.isArray(item) ? item : [item];
  (Number as unknown as Loose)['from'] = (item: string): number => Number.parseFloat(item);
  (Function as unknown as Loose)['from'] = (item: unknown) => () => item;
  list['include'] =
    list['append'] =
    list['empty'] =
    list['erase'] =
      function (this: unknown) {
        return this;
      };
  for (const name of ['get', 'set', 'clone', 'erase', 'destroy', 'replaces'])
    (Element.prototype as unknown as Loose)[name] = (): string => 'MooTools';
  (window as unknown as Loose)['Event'] = function DOMEvent(): void {};
};

/** Wrappers that call what they replace, as zone.js, Sentry and New Relic install. */
const ZONE = (): void => {
  const wrap = (holder: object, name: string): void => {
    const original = Reflect.get(holder, name) as (...args: unknown[]) => unknown;
    Reflect.set(holder, name, function (this: unknown, ...args: unknown[]) {
      return Reflect.apply(original, this, args);
    });
  };
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) wrap(EventTarget.prototype, name);
  for (const name of ['setTimeout', 'clearTimeout', 'queueMicrotask', 'fetch']) wrap(window, name);
  for (const name of ['then', 'catch', 'finally']) wrap(Promise.prototype, name);
  class ZoneAwarePromise<Value> extends Promise<Value> {}
  // The published zone.js supports browsers without iteration, so it counts indices.
  const original = Promise;
  const settleBy =
    (collect: (values: unknown[]) => Promise<unknown>) =>
    (values: ArrayLike<unknown>): Promise<unknown> => {
      const counted: unknown[] = [];
      for (let index = 0; index < values.length; index += 1) counted[index] = values[index];
      return collect(counted);
    };
  void Object.assign(ZoneAwarePromise, {
    race: settleBy((values) => original.race(values)),
    all: settleBy((values) => original.all(values)),
  });
  class ZoneAwareObserver extends MutationObserver {}
  Object.assign(window, { Promise: ZoneAwarePromise, MutationObserver: ZoneAwareObserver });
};

/** Collections from before iteration: their constructors accept no list, and `for … of` and spread fail on them. */
const OLD_POLYFILLS = (): void => {
  class Keyed {
    readonly keysOf: unknown[] = [];
    readonly valuesOf: unknown[] = [];
    set(key: unknown, value: unknown): this {
      this.keysOf.push(key);
      this.valuesOf.push(value);
      return this;
    }
    get(key: unknown): unknown {
      return this.valuesOf[this.keysOf.indexOf(key)];
    }
    has(key: unknown): boolean {
      return this.keysOf.includes(key);
    }
    add(key: unknown): this {
      return this.set(key, key);
    }
  }
  Object.assign(window, { Map: Keyed, Set: Keyed, WeakMap: Keyed, WeakRef: undefined });
};

/** The iterator of all arrays: old polyfills replace it with a function that returns no iterator or throws. */
const ARRAY_ITERATOR = (): void => {
  (Array.prototype as unknown as Record<symbol, unknown>)[Symbol.iterator] = () => {
    throw new Error('no iterator of the browser');
  };
};

/** `next` of array iterators, which every `for … of` over an array or a list of nodes calls. */
const ARRAY_NEXT = (): void => {
  const iterator = Object.getPrototypeOf([].values()) as Loose;
  iterator['next'] = () => {
    throw new Error('no iteration of the browser');
  };
};

/** Observers that do nothing: stubs from before browsers had observers. */
const STUBS = (): void => {
  class Stub {
    observe(): void {}
    disconnect(): void {}
    takeRecords(): void {}
  }
  Object.assign(window, { MutationObserver: Stub, IntersectionObserver: Stub });
};

/** Classes whose constructors throw, as in a strict sandbox. */
const NO_CLASSES = (): void => {
  for (const name of ['MutationObserver', 'IntersectionObserver', 'URL', 'URLSearchParams', 'CSSStyleSheet'])
    Reflect.set(window, name, function refuse(): void {
      throw new TypeError(`${name} is not supported`);
    });
};

/** Forms and images with a name shadow the methods of `document` with the same name. */
const NAMED_ELEMENTS = ({ methods }: Touched): void => {
  for (const name of methods) document.write(`<img alt="" name="${name}">`);
};

/** Old extensions of `Object.prototype`, which property descriptors and plain options inherit. */
const OBJECT_MEMBERS = (): void => {
  const members = Object.prototype as unknown as Loose;
  for (const name of ['get', 'set', 'each', 'clone', 'extend']) members[name] = (): string => 'of all objects';
  for (const [name, value] of [
    ['host', 'https://elsewhere.test'],
    ['videoId', 'other'],
    ['width', 'wide'],
  ] as const)
    members[name] = value;
};

/** Pages that harden themselves freeze the built-in classes and remove `__proto__`. */
const HARDENED = (): void => {
  Reflect.deleteProperty(Object.prototype, '__proto__');
  for (const holder of [Object, Array, Function, Map, Set, Promise, String, Element, Document])
    Object.freeze(Object.freeze(holder).prototype);
};

/** Breaks all names that a script uses. No page does that, but it proves that a loaded script depends on none of them. */
const EVERYTHING_THROWS = ({ globals, methods }: Touched): void => {
  const holders = Object.getOwnPropertyNames(window).flatMap((name) => {
    const value = Object.getOwnPropertyDescriptor(window, name)?.value as { prototype?: object } | undefined;
    const isHolder = typeof value === 'function' || /^(JSON|Math|Reflect)$/.test(name);
    return isHolder && value !== undefined ? [value, ...(value.prototype ? [value.prototype] : [])] : [];
  });
  const PageError = Error;
  const broken = (name: string) => (): never => {
    throw new PageError(`the page has replaced ${name}`);
  };
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  const { set } = Reflect;
  for (let at = 0; at < holders.length; at += 1)
    for (let index = 0; index < methods.length; index += 1) {
      const [holder, name] = [holders[at] as object, methods[index] as string];
      const descriptor = getOwnPropertyDescriptor(holder, name);
      if (typeof descriptor?.value === 'function' && descriptor.configurable === true)
        defineProperty(holder, name, { value: broken(name), writable: true, configurable: true });
    }
  for (let index = 0; index < globals.length; index += 1) set(window, globals[index] as string, 'broken');
};

/** The replacements, by the names in test titles. */
export const REPLACEMENTS = {
  ...{ VARIABLES, PROTOTYPE, MOOTOOLS, ZONE, OLD_POLYFILLS, ARRAY_ITERATOR, ARRAY_NEXT, STUBS, NO_CLASSES },
  ...{ NAMED_ELEMENTS, OBJECT_MEMBERS, HARDENED, EVERYTHING_THROWS },
};
