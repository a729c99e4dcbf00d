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

/** The document of a frame whose player has sent a message, on a page with this `MutationObserver`. */
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
])('a change of the frame’s address is noticed even if MutationObserver %s', (_, Observer) => {
  const { attributes, document, onNavigation } = open(Observer);
  expect(document.hears).toBe(true);
  attributes['src'] = `${ADDRESS}?start=3`;
  expect([document.hears, document.isLeaving, onNavigation.mock.calls.length]).toEqual([false, true, 1]);
  document.spoke();
  attributes['srcdoc'] = 'a facade';
  expect([document.hears, onNavigation.mock.calls.length]).toEqual([false, 2]);
});

test('a frame that has already loaded its new address is not leaving', () => {
  const { attributes, document, onNavigation } = open(Silent);
  attributes['src'] = `${ADDRESS}?start=3`;
  document.loaded();
  expect([document.isLeaving, onNavigation.mock.calls.length]).toEqual([false, 1]);
});

test('a change of only the fragment keeps the document', () => {
  const { attributes, document, onNavigation } = open(Silent);
  attributes['src'] = `${ADDRESS}#t=3`;
  expect([document.hears, onNavigation.mock.calls.length]).toEqual([true, 0]);
});
