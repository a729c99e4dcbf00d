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

/** The part of an element that the key handling reads. */
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

test('keys that type a character, with or without Shift, are single keys; all other keys are not', () => {
  const names = [...KEY_ACTIONS.all.keys()];
  expect(names.filter((name) => !isSingleKey(name)).toSorted()).toEqual(
    [' ', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', 'End', 'MediaPlayPause']
      .concat('Control+ArrowLeft', 'Control+ArrowRight')
      .toSorted(),
  );
  for (const name of ['k', 'Shift+n', '?', '0', '<']) expect([name, isSingleKey(name)]).toEqual([name, true]);
});

test('turning single keys off is stored and removes the shortcut from the play button; turning them on undoes both', () => {
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

test('in a private embed turning single keys off holds only for the page [P10]', () => {
  const { keys, storage } = visit(new FakeStorage(), true);
  keys.toggle();
  expect([keys.get(), storage.length]).toEqual([false, 0]);
});

/** Presses all keys with the focus on `target`, and returns the names of the keys that ran an action. */
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

test('with single keys turned off only keys that type nothing work, and space only if an element has the focus', () => {
  const all = [...KEY_ACTIONS.all.keys()];
  const others = all.filter((name) => !isSingleKey(name));
  expect(pressAll(true, 'body')).toEqual(all);
  expect(pressAll(false, 'video')).toEqual(others);
  expect(pressAll(false, 'body')).toEqual(others.filter((name) => name !== ' '));
});
