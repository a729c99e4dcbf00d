import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LocalEntries } from '../../../../../src/page/infrastructure/viewer/local-entries.ts';
import { KEY_ACTIONS } from '../../../../../src/page/interface/layout/key-table.ts';
import { listenForKeys } from '../../../../../src/page/interface/keyboard/keyboard.ts';
import { isSingleKey, SingleKeys, singleKeys } from '../../../../../src/page/interface/shared/single-keys.ts';
import { ViewerMemory } from '../../../../../src/page/interface/shared/viewer-memory.ts';
import { createFeatures } from '../../../../../src/page/interface/shared/features.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakeServices, fakeElement } from '../../../../support/fake-services.ts';
import { FakeStorage } from '../../../../support/fake-storage.ts';

/** WCAG 2.1.4. */

/** An element as far as keys look at it. */
class FakeElement {
  readonly localName: string;

  constructor(localName: string) {
    this.localName = localName;
  }

  closest = (): null => null;
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('HTMLInputElement', { [Symbol.hasInstance]: () => false });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const unexpected = (error: unknown): void => {
  throw error;
};

/** One visit. */
function visit(storage = new FakeStorage(), isPrivate = false) {
  const attributes = new Map([['aria-keyshortcuts', 'k']]);
  const keys = new SingleKeys({
    memory: new ViewerMemory(new LocalEntries(() => storage, createFakeClock()), () => isPrivate),
    parameters: { disablekb: false },
    bigPlay: {
      setAttribute: (name, value) => void attributes.set(name, value),
      removeAttribute: (name) => void attributes.delete(name),
    },
    reportError: unexpected,
  });
  return { keys, storage, attributes };
}

test('keys that type a character are single keys, with Shift too; all others are not', () => {
  const names = [...KEY_ACTIONS.all.keys()];
  expect(names.filter((name) => !isSingleKey(name)).toSorted()).toEqual(
    [' ', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', 'End', 'MediaPlayPause']
      .concat('Control+ArrowLeft', 'Control+ArrowRight')
      .toSorted(),
  );
  for (const name of ['k', 'Shift+n', '?', '0', '<']) expect([name, isSingleKey(name)]).toEqual([name, true]);
});

test('the choice is remembered, and on again leaves nothing behind; the first button names its key while it has one', () => {
  const { keys, storage, attributes } = visit();
  expect(keys.get()).toBe(true);
  let changes = 0;
  keys.subscribe(() => (changes += 1));
  keys.toggle();
  expect([keys.get(), changes, [...attributes.keys()]]).toEqual([false, 1, []]);
  const next = visit(storage);
  expect([next.keys.get(), [...next.attributes.keys()]]).toEqual([false, []]);
  next.keys.toggle();
  expect([next.keys.get(), next.attributes.get('aria-keyshortcuts'), storage.length]).toEqual([true, 'k', 0]);
});

test('in a private embed the choice holds for the page [P10]', () => {
  const { keys, storage } = visit(new FakeStorage(), true);
  keys.toggle();
  expect([keys.get(), storage.length]).toEqual([false, 0]);
});

/** Names of the keys that did something; `target` is where the focus is. */
function pressAll(isOn: boolean, target: 'body' | 'video') {
  const document = Object.assign(new EventTarget(), { defaultView: null });
  const features = createFeatures(createFakeServices({ page: { root: fakeElement({ ownerDocument: document }) } }));
  if (!isOn) features.get(singleKeys).toggle();
  const ran: string[] = [];
  let pressed = '';
  const noted = new Map([...KEY_ACTIONS.all.keys()].map((name) => [name, () => void ran.push(pressed)]));
  listenForKeys({ features, actions: { ...KEY_ACTIONS, all: noted }, early: [] });
  for (const name of KEY_ACTIONS.all.keys()) {
    pressed = name;
    const [key = '', modifier] = name
      .split('+')
      .filter((part) => part !== '')
      .toReversed();
    const event = Object.assign(new Event('keydown', { cancelable: true }), {
      key: name === '+' ? '+' : modifier === 'Shift' ? key.toUpperCase() : key,
      code: '',
      shiftKey: modifier === 'Shift',
      ctrlKey: modifier === 'Control',
      altKey: false,
      metaKey: false,
    });
    Object.defineProperty(event, 'target', { value: new FakeElement(target) });
    document.dispatchEvent(event);
  }
  return ran;
}

test('turned off, only keys that type nothing work, and space where something has the focus', () => {
  const all = [...KEY_ACTIONS.all.keys()];
  const others = all.filter((name) => !isSingleKey(name));
  expect(pressAll(true, 'body')).toEqual(all);
  expect(pressAll(false, 'video')).toEqual(others);
  expect(pressAll(false, 'body')).toEqual(others.filter((name) => name !== ' '));
});
