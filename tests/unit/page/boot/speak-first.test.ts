import { expect, test } from 'vitest';
import { speakFirst, type HostParameters } from '../../../../src/page/boot/speak-first.ts';

const HOST = 'https://host.example';

function posted(given: Partial<HostParameters> = {}, ancestor: string | null = HOST, isFramed = true): unknown[] {
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
  speakFirst(window, { enablejsapi: true, origin: null, widgetid: null, ...given });
  return messages;
}

test('the frame posts its first message only if the host is known, and nothing else [H7]', () => {
  expect(posted({ widgetid: '3' })).toEqual([[{ event: 'readyToListen', info: null, id: 3, channel: 'widget' }, HOST]]);
  expect(posted({ origin: `${HOST}/page` })).toHaveLength(1);
});

test('takes the host from the address if the browser does not tell it, and posts nothing if neither does [H7]', () => {
  expect(posted({ origin: HOST }, null)).toEqual([[expect.anything(), HOST]]);
  expect(posted({}, null)).toEqual([]);
});

test('posts nothing to a parent that is not the address’s origin, drives nothing, or is the page itself [H7]', () => {
  expect(posted({ origin: 'https://other.example' })).toEqual([]);
  expect(posted({ enablejsapi: false })).toEqual([]);
  expect(posted({}, HOST, false)).toEqual([]);
});

test('posts nothing to a local file, which has no origin', () => {
  expect(posted({}, 'null')).toEqual([[expect.anything(), '*']]);
});

test.each([
  ['12', 12],
  ['1a', undefined],
  ['a1', undefined],
  ['', undefined],
  [null, undefined],
])('a widget number %s of the address is echoed as %s [H7]', (widgetid, id) => {
  expect(posted({ widgetid })).toMatchObject([[{ event: 'readyToListen', ...(id === undefined ? {} : { id }) }, HOST]]);
  expect(JSON.stringify(posted({ widgetid })).includes('"id"')).toBe(id !== undefined);
});
