import { expect, test } from 'vitest';
import { Emitter } from '../../../../src/page/player/emitter.ts';
import { SnapshotStore } from '../../../../src/page/player/snapshot-store.ts';

test('a listener that throws is reported and does not stop the other listeners', () => {
  const [errors, heard]: [unknown[], string[]] = [[], []];
  const emitter = new Emitter<string>((error) => errors.push(error));
  const error = new Error('listener');
  emitter.on(() => {
    throw error;
  });
  emitter.on((event) => heard.push(event));
  emitter.emit('one');
  expect([errors, heard]).toEqual([[error], ['one']]);
});

test('a listener that removes itself while it is called is called once, and the next listener is still called', () => {
  const heard: string[] = [];
  const emitter = new Emitter<string>(() => undefined);
  const end = emitter.on((event) => {
    heard.push(`first ${event}`);
    end();
  });
  emitter.on((event) => heard.push(`second ${event}`));
  emitter.emit('a');
  emitter.emit('b');
  expect(heard).toEqual(['first a', 'second a', 'second b']);
});

test('a patch that changes nothing creates no snapshot and calls no listener', () => {
  const store = new SnapshotStore({ one: 1, two: 2 }, () => undefined);
  let count = 0;
  store.subscribe(() => (count += 1));
  const before = store.get();
  expect([store.update({ one: 1 }), store.get() === before, count]).toEqual([false, true, 0]);
  expect([store.update({ one: 1, two: 3 }), store.get(), count]).toEqual([true, { one: 1, two: 3 }, 1]);
});
