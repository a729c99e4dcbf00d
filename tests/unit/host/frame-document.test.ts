import { expect, test, vi } from 'vitest';
import { FrameDocument, type DocumentFrame } from '../../../src/host/frame/frame-document.ts';

const ADDRESS = 'https://player.example/embed/orieldemo01';

class Silent {
  observe(): void {}
  takeRecords(): void {}
  disconnect(): void {}
}

function Refused(): void {
  throw new TypeError('not supported');
}

/** A frame whose player has spoken, on a page with another `MutationObserver`. */
function open(Observer: unknown, address = ADDRESS) {
  const attributes: Record<string, string> = { src: address };
  const frame = {
    contentWindow: {},
    baseURI: 'https://shop.example/',
    getAttribute: (name: string) => attributes[name] ?? null,
  } as unknown as DocumentFrame;
  const onNavigation = vi.fn();
  const document = new FrameDocument(frame, Observer as typeof MutationObserver, onNavigation);
  document.spoke();
  return { attributes, document, onNavigation };
}

test.each<[string, unknown]>([
  ['reports nothing', Silent],
  ['cannot be made', Refused],
  ['is missing', undefined],
])('a frame with another address waits for its player where MutationObserver %s', (_, Observer) => {
  const { attributes, document, onNavigation } = open(Observer);
  expect(document.hears).toBe(true);
  attributes['src'] = `${ADDRESS}?start=3`;
  expect([document.hears, document.isLeaving, onNavigation.mock.calls.length]).toEqual([false, true, 1]);
  document.spoke();
  attributes['srcdoc'] = 'a facade';
  expect([document.hears, onNavigation.mock.calls.length]).toEqual([false, 2]);
});

test('a frame that has loaded another address before anything was sent is not waited for again', () => {
  const { attributes, document, onNavigation } = open(Silent);
  attributes['src'] = `${ADDRESS}?start=3`;
  document.loaded();
  expect([document.isLeaving, onNavigation.mock.calls.length]).toEqual([false, 1]);
});

test('another fragment of the same address keeps the document', () => {
  const { attributes, document, onNavigation } = open(Silent);
  attributes['src'] = `${ADDRESS}#t=3`;
  expect([document.hears, onNavigation.mock.calls.length]).toEqual([true, 0]);
});
