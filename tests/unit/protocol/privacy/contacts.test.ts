import { expect, test } from 'vitest';
import { watchContacts, type RequestRecord } from '../../../../protocol/runtime/watch-contacts.ts';

/** A thread whose browser records this many requests in Resource Timing. */
function openThread(room: number) {
  const entries: { name: string; initiatorType: string }[] = [];
  let whenFull = (): void => undefined;
  const record: RequestRecord = {
    getEntriesByType: () => [...entries],
    clearResourceTimings: () => void entries.splice(0),
    addEventListener: (_, listener) => (whenFull = listener),
  };
  return {
    record,
    request(name: string, initiatorType = 'fetch'): void {
      if (entries.length === room) whenFull();
      if (entries.length < room) entries.push({ name, initiatorType });
    },
  };
}

test('each contacted origin is listed once for each purpose, and addresses are passed on without query', () => {
  const { record, request } = openThread(9);
  const read = watchContacts(record, ({ address, by }) => {
    expect(address).not.toMatch(/[?#]/);
    return by === 'img' ? 'pictures' : 'video';
  });
  request('https://media.example:8443/a.m4s?token=1#part');
  request('https://media.example:8443/b.m4s');
  request('https://media.example:8443/poster.jpg', 'img');
  request('blob:https://player.example/7');
  request('data:text/css,');
  expect(read()).toEqual([
    { origin: 'https://media.example:8443', purpose: 'video' },
    { origin: 'https://media.example:8443', purpose: 'pictures' },
  ]);
});

test('contacted origins are kept when the browser’s record of requests is full', () => {
  const { record, request } = openThread(2);
  const read = watchContacts(record, () => 'video');
  for (const host of ['a', 'b', 'c', 'd', 'e']) request(`https://${host}.example/film.m4s`);
  expect(read().map(({ origin }) => origin)).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((host) => `https://${host}.example`),
  );
});
