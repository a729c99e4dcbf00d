import { expect, test } from 'vitest';
import { each } from '../../../src/host/platform.ts';

/** Replaces a member of an object while `act` runs. */
function whileReplaced(holder: object, name: PropertyKey, act: () => void): void {
  const before = Reflect.get(holder, name) as unknown;
  const refuse = (): never => {
    throw new Error('replaced by the page');
  };
  Reflect.set(holder, name, refuse);
  try {
    act();
  } finally {
    Reflect.set(holder, name, before);
  }
}

test.each<[string, object, PropertyKey]>([
  ['the iterator of arrays', Array.prototype, Symbol.iterator],
  ['the next method of that iterator', Object.getPrototypeOf([].values()) as object, 'next'],
])('a list is iterated though the page has replaced %s', (_, holder, name) => {
  const list = [1, 2];
  const seen: unknown[] = [];
  whileReplaced(holder, name, () => {
    for (const item of each(list)) seen[seen.length] = item;
  });
  expect(seen).toEqual([1, 2]);
});

test('each returns an array for callers that accept only arrays, such as promises of zone.js', () => {
  const list = each(new Uint8Array([1, 2]));
  expect(Array.isArray(list)).toBe(true);
  expect(list).toMatchObject({ 0: 1, 1: 2, length: 2 });
});

test('a list that grows during iteration is iterated to its new end, as arrays are', () => {
  const list = [1];
  const seen: unknown[] = [];
  for (const item of each(list)) if (seen.push(item) === 1) list.push(2);
  expect(seen).toEqual([1, 2]);
});

test.each([new Set([1, 2]), new Map([[1, 2]]).values(), 'ab'])(
  'each returns %s unchanged, because it has an iterator of its own',
  (list) => {
    expect(each<unknown>(list)).toBe(list);
  },
);
