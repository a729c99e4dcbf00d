import { expect, onTestFinished, test } from 'vitest';
import { jsonOf } from '../../../src/host/plain-values.ts';

/** Adds a method `toJSON` to all values with this prototype, as some pages do. */
function addToJson(prototype: object): void {
  Object.defineProperty(prototype, 'toJSON', { value: () => 'replaced', configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(prototype, 'toJSON'));
}

test('a message is serialised unchanged although a page has added toJSON to arrays and objects', () => {
  addToJson(Array.prototype);
  addToJson(Object.prototype);
  const message = { func: 'addEventListener', args: ['onReady', { videoId: 'a', ids: [1, [2]], none: undefined }] };
  expect(jsonOf(message)).toBe('{"func":"addEventListener","args":["onReady",{"videoId":"a","ids":[1,[2]]}]}');
  expect(message.args).toHaveLength(2);
});

test('an object with its own toJSON is serialised by that method', () => {
  expect(jsonOf({ args: [{ toJSON: () => 7 }, new Date(0)] })).toBe('{"args":[7,"1970-01-01T00:00:00.000Z"]}');
});

test.each<[string, () => unknown]>([
  ['a value that contains itself', () => ((list) => (list.push(list), list))([] as unknown[])],
  ['a bigint', () => [1n]],
])('jsonOf returns nothing for %s', (_, make) => expect(jsonOf(make())).toBeUndefined());
