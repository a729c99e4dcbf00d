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
  ['what that iterator returns', Object.getPrototypeOf([].values()) as object, 'next'],
])('a list is iterated though the page has replaced %s', (_, holder, name) => {
  const list = [1, 2];
  const seen: unknown[] = [];
  whileReplaced(holder, name, () => {
    for (const item of each(list)) seen[seen.length] = item;
  });
  expect(seen).toEqual([1, 2]);
});

test('a list is an array for what takes nothing else, as promises of zone.js do', () => {
  const list = each(new Uint8Array([1, 2]));
  expect(Array.isArray(list)).toBe(true);
  expect(list).toMatchObject({ 0: 1, 1: 2, length: 2 });
});

test('a list that grows while it is iterated is iterated to its end, as arrays are', () => {
  const list = [1];
  const seen: unknown[] = [];
  for (const item of each(list)) if (seen.push(item) === 1) list.push(2);
  expect(seen).toEqual([1, 2]);
});

test.each([new Set([1, 2]), new Map([[1, 2]]).values(), 'ab'])('%s has its own iterator', (list) => {
  expect(each<unknown>(list)).toBe(list);
});
