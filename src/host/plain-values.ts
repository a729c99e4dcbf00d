import { unlessThrown } from '../../protocol/runtime/unless-thrown.ts';

/** Any value as text; empty for values that cannot be converted, such as objects whose `toString` is missing or throws. */
export function textOf(value: unknown): string {
  return unlessThrown(() => String(value)) ?? '';
}

/** JSON of a value; `undefined` for values without JSON, such as cyclic objects, bigints and cross-origin windows. */
export function jsonOf(value: unknown): string | undefined {
  return unlessThrown(() => JSON.stringify(withoutPrototypes(value)));
}

/** Copies without prototypes: some pages, such as with Prototype 1.6, give all arrays or objects a `toJSON` that returns text. */
function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return plain(value.map(withoutPrototypes));
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  if (typeof value['toJSON'] === 'function' && Object.hasOwn(value, 'toJSON')) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, withoutPrototypes(part)]);
  return plain(Object.fromEntries(entries));
}

/** Removes the prototype of a new object: pages add members to all objects, such as a `get`, which is invalid beside `value`. */
export function plain<Fresh extends object>(fresh: Fresh): Fresh {
  return Object.setPrototypeOf(fresh, null);
}

/** The object in a JSON text; `undefined` for any other text. */
export function parseRecord(text: string): Record<string, unknown> | undefined {
  return unlessThrown(() => {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  });
}

/** A number from a message, else `NaN`: converting other JSON values could also give a number. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** A text as a path segment. Text with lone surrogates cannot be encoded; no video id contains them. */
export function pathPart(text: string): string {
  return unlessThrown(() => encodeURIComponent(text)) ?? '%EF%BF%BD';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
