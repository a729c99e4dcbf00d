import { expect, test } from 'vitest';
import { announceToHost } from '../../../../src/page/boot/announce-to-host.ts';

const HOST = 'https://host.example';

function posted(given: Record<string, string> = {}, ancestor: string | null = HOST, isFramed = true): unknown[] {
  const messages: unknown[] = [];
  const parent = {
    postMessage: (text: string, targetOrigin: string) => void messages.push([JSON.parse(text), targetOrigin]),
  };
  const location = {
    href: 'https://player.example/embed/orieldemo01',
    ...(ancestor === null ? {} : { ancestorOrigins: [ancestor] }),
  };
  const window: { parent: unknown; location: typeof location } = { parent, location };
  if (!isFramed) window.parent = Object.assign(window, parent);
  announceToHost(window, new URLSearchParams({ enablejsapi: '1', ...given }));
  return messages;
}

test('the frame posts its first message to a known host, and posts no other message [H7]', () => {
  expect(posted({ widgetid: '3' })).toEqual([[{ event: 'readyToListen', info: null, id: 3, channel: 'widget' }, HOST]]);
});

test('a host without a script number may speak player.js, whose clients send nothing before the frame’s first message', () => {
  const src = 'https://player.example/embed/orieldemo01';
  expect(posted({ origin: `${HOST}/page` })).toEqual([
    [{ event: 'readyToListen', info: null, channel: 'widget' }, HOST],
    [{ context: 'player.js', version: '0.0.11', event: 'ready', value: { src } }, HOST],
  ]);
});

test('the host comes from the address if the browser does not name it, and nothing is posted if neither does [H7]', () => {
  expect(posted({ origin: HOST, widgetid: '1' }, null)).toEqual([[expect.anything(), HOST]]);
  expect(posted({}, null)).toEqual([]);
});

test('nothing is posted to a parent of another origin than the address names, without enablejsapi=1, or without a frame [H7]', () => {
  expect(posted({ origin: 'https://other.example' })).toEqual([]);
  expect(posted({ enablejsapi: '0' })).toEqual([]);
  expect(posted({}, HOST, false)).toEqual([]);
});

test.each(['', 'undefined', 'null'])(
  'an origin parameter “%s” counts as absent, as it does for the player [H7]',
  (origin) => {
    expect(posted({ origin, widgetid: '1' })).toEqual([[expect.anything(), HOST]]);
    expect(posted({ origin, widgetid: '1' }, null)).toEqual([]);
  },
);

test.each([
  ['12', 12],
  ['1a', undefined],
  ['a1', undefined],
  ['', undefined],
])('the widget number “%s” of the address is sent as the id %s [H7]', (widgetid, id) => {
  expect(posted({ widgetid })[0]).toMatchObject([
    { event: 'readyToListen', ...(id === undefined ? {} : { id }) },
    HOST,
  ]);
  expect(JSON.stringify(posted({ widgetid })).includes('"id"')).toBe(id !== undefined);
});
