import { expect, onTestFinished, test } from 'vitest';
import { jsonOf } from '../../../src/host/plain-values.ts';

/** Pages replace it for every value of a kind. */
function addToJson(prototype: object): void {
  Object.defineProperty(prototype, 'toJSON', { value: () => 'replaced', configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(prototype, 'toJSON'));
}

test('a message is written as it is, whatever toJSON a page has given to arrays and objects', () => {
  addToJson(Array.prototype);
  addToJson(Object.prototype);
  const message = { func: 'addEventListener', args: ['onReady', { videoId: 'a', ids: [1, [2]], none: undefined }] };
  expect(jsonOf(message)).toBe('{"func":"addEventListener","args":["onReady",{"videoId":"a","ids":[1,[2]]}]}');
  expect(message.args).toHaveLength(2);
});

test('an object with a method toJSON is serialised by it', () => {
  expect(jsonOf({ args: [{ toJSON: () => 7 }, new Date(0)] })).toBe('{"args":[7,"1970-01-01T00:00:00.000Z"]}');
});

test.each<[string, () => unknown]>([
  ['a value that contains itself', () => ((list) => (list.push(list), list))([] as unknown[])],
  ['a bigint', () => [1n]],
])('jsonOf returns nothing for %s', (_, make) => expect(jsonOf(make())).toBeUndefined());
