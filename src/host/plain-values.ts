import { unlessThrown } from '../../protocol/runtime/unless-thrown.ts';

/** Any value as text. Some cannot be converted: objects without a prototype, and those whose `toString` throws. */
export function textOf(value: unknown): string {
  return unlessThrown(() => String(value)) ?? '';
}

/** Cyclic objects, bigints and cross-origin windows have no JSON. */
export function jsonOf(value: unknown): string | undefined {
  return unlessThrown(() => JSON.stringify(withoutPrototypes(value)));
}

/** Pages give all arrays or objects a `toJSON` that makes them text, as Prototype 1.6 does: copies inherit none. */
function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return plain(value.map(withoutPrototypes));
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  if (typeof value['toJSON'] === 'function' && Object.hasOwn(value, 'toJSON')) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, withoutPrototypes(part)]);
  return plain(Object.fromEntries(entries));
}

/** A fresh object without what pages have added to all of them, such as `get`, which makes no sense beside a `value`. */
export function plain<Fresh extends object>(fresh: Fresh): Fresh {
  return Object.setPrototypeOf(fresh, null);
}

/** The object of a JSON text; `undefined` for anything else. */
export function parseRecord(text: string): Record<string, unknown> | undefined {
  return unlessThrown(() => {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  });
}

/** Frames send JSON, in which an object could convert to a number. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** A text as a path segment. Lone surrogates cannot be encoded; no video id contains one. */
export function pathPart(text: string): string {
  return unlessThrown(() => encodeURIComponent(text)) ?? '%EF%BF%BD';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
