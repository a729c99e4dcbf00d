import { expect, test } from 'vitest';
import { HOST_QUEUE_MAX_BYTES } from '../../../../protocol/constants.ts';
import { messageBytes } from '../../../../src/page/host-messages/host-queue.ts';
import { recordEarlyInput } from '../../../../src/page/boot/early-input.ts';
import type { EarlyInputDependencies } from '../../../../src/page/boot/early-input-record.ts';

interface KeyDetails {
  readonly code?: string;
  readonly ctrlKey?: boolean;
  readonly isOnButton?: boolean;
  /** Whether an earlier listener has handled the key. */
  readonly isHandled?: boolean;
}

/** The first paint, with functions that send it messages, presses, focus and keys. */
function setUp({ takesKeys = true, takesSingleKeys = true, isPlaying = false } = {}) {
  const parent = {};
  const window = Object.assign(new EventTarget(), { parent });
  const document = new EventTarget();
  let buttonPresses = 0;
  const button = Object.assign(new EventTarget(), { localName: 'button', click: () => void (buttonPresses += 1) });
  const attributes = new Set<string>();
  const root = Object.assign(new EventTarget(), {
    ownerDocument: document,
    toggleAttribute: (name: string, on: boolean) => void (on ? attributes.add(name) : attributes.delete(name)),
  });
  const media = {
    paused: !isPlaying,
    pause() {
      media.paused = true;
    },
  };
  let starts = 0;
  // An event target accepts any event; the types name only those of a real window or element.
  const page = { window, root } as unknown as Pick<EarlyInputDependencies, 'window' | 'root'>;
  const input = recordEarlyInput({
    ...page,
    media,
    button,
    isUnreached: () => attributes.has('data-unreached'),
    takesKeys,
    takesSingleKeys,
    startPlaying() {
      starts += 1;
      media.paused = false;
    },
  });
  return {
    input,
    media,
    attributes,
    starts: () => starts,
    buttonPresses: () => buttonPresses,
    receive: (data: unknown, source: unknown = parent) =>
      window.dispatchEvent(Object.assign(new Event('message'), { data, source })),
    click(pointerType = 'mouse', within = '') {
      const event = Object.assign(new Event('click'), { pointerType });
      const target = { closest: (selectors: string) => (selectors.split(',').includes(within) ? {} : null) };
      Object.defineProperty(event, 'target', { value: target });
      root.dispatchEvent(event);
    },
    focus(isVisible: boolean) {
      const event = new Event('focusin');
      const target = { matches: (selector: string) => isVisible && selector === ':focus-visible' };
      Object.defineProperty(event, 'target', { value: target });
      root.dispatchEvent(event);
    },
    /** Returns whether the browser's default action of the key is still allowed. */
    press(key: string, details: KeyDetails = {}): boolean {
      const event = Object.assign(new Event('keydown', { cancelable: true }), {
        key,
        code: '',
        ctrlKey: false,
        metaKey: false,
        altKey: false,
        ...details,
      });
      if (details.isHandled) event.preventDefault();
      if (details.isOnButton) Object.defineProperty(event, 'target', { value: button });
      return document.dispatchEvent(event);
    },
  };
}

const keysOf = ({ keys }: { readonly keys: readonly KeyboardEvent[] }) => keys.map(({ key }) => key);

test.each([201, 500, 2_000])('%i messages of the parent are kept in order [P7]', (count) => {
  const { input, receive } = setUp();
  const sent = Array.from({ length: count }, (_, index) => `{"event":"command","number":${index}}`);
  for (const text of sent) receive(text);
  expect(input.messages.map(({ data }: MessageEvent<unknown>) => data)).toEqual(sent);
  expect(input.refused).toEqual({});
});

test.each([
  ['a link beside the title', 'a'],
  ["'More'", 'details'],
])('a press on %s plays nothing', (_, within) => {
  const { click, input, starts } = setUp();
  click('mouse', within);
  expect([starts(), input.lastPress]).toEqual([0, null]);
  click('mouse');
  expect(starts()).toBe(1);
});

test('messages that are not text, or not from the parent, are counted and not kept [H2]', () => {
  const { input, receive } = setUp();
  for (const data of [null, 7, {}, ['listening'], new ArrayBuffer(8)]) receive(data);
  receive('from a stranger', {});
  receive('from no window', null);
  expect(input.messages).toEqual([]);
  expect(input.refused).toEqual({ 'not-text': 5, 'not-from-parent': 2 });
});

test.each([
  ['long', 65_536],
  ['short', 50],
  ['empty', 0],
])('a flood of %s messages is kept up to the memory limit, and the rest is counted [P7]', (_, length) => {
  const { input, receive } = setUp();
  const text = 'x'.repeat(length);
  const count = Math.ceil(100_000_000 / messageBytes(text));
  for (let sent = 0; sent < count; sent += 1) receive(text);
  expect(input.messages).toHaveLength(Math.floor(HOST_QUEUE_MAX_BYTES / messageBytes(text)));
  expect(input.messages.length + (input.refused['queue-full'] ?? 0)).toBe(count);
});

test('a press plays within its own event handler, and a second press pauses: the last press is kept', () => {
  const { input, media, attributes, starts, click } = setUp();
  click();
  expect([starts(), media.paused, input.lastPress?.plays, attributes.has('data-waiting')]).toEqual([
    1,
    false,
    true,
    true,
  ]);
  click();
  expect([starts(), media.paused, input.lastPress?.plays, attributes.has('data-waiting')]).toEqual([
    1,
    true,
    false,
    false,
  ]);
  click();
  expect([starts(), media.paused, input.lastPress?.plays]).toEqual([2, false, true]);
});

test('a tap plays, and a second tap changes nothing', () => {
  const { input, media, click } = setUp();
  click('touch');
  const first = input.lastPress;
  click('touch');
  expect(media.paused).toBe(false);
  expect(input.lastPress).toBe(first);
});

test.each(['mouse', 'touch'])(
  'a press by %s while the server is unreachable requests playback once more, and never pauses',
  (pointerType) => {
    const { input, media, attributes, starts, click } = setUp();
    click(pointerType);
    attributes.add('data-unreached');
    click(pointerType);
    click(pointerType);
    expect([starts(), media.paused, input.lastPress?.plays]).toEqual([3, false, true]);
    expect(input.lastPress?.isTap).toBe(pointerType === 'touch');
  },
);

test('while the server is unreachable, a key that plays clicks the play button', () => {
  const { attributes, starts, buttonPresses, press } = setUp();
  attributes.add('data-unreached');
  press('k', { code: 'KeyK' });
  press(' ', { code: 'Space' });
  expect([starts(), buttonPresses()]).toEqual([0, 2]);
});

test.each([
  ['k', 'KeyK'],
  ['K', 'KeyK'],
  ['л', 'KeyK'],
  [' ', 'Space'],
])('the key %j plays within its own event handler and is not replayed later', (key, code) => {
  const { input, starts, press } = setUp();
  press(key, { code });
  expect(starts()).toBe(1);
  expect(input.lastPress?.plays).toBe(true);
  expect(input.keys).toEqual([]);
});

test('space on the play button keeps its default action, the click of the button', () => {
  const { starts, press } = setUp();
  expect(press(' ', { code: 'Space', isOnButton: true })).toBe(true);
  expect(starts()).toBe(0);
});

test('a thousand keys that do not play are kept in order', () => {
  const { input, press } = setUp();
  const typed = Array.from({ length: 1_000 }, (_, index) => String(index % 10));
  for (const key of typed) press(key);
  press('k', { ctrlKey: true });
  press('ArrowRight', { ctrlKey: true });
  expect(keysOf(input)).toEqual([...typed, 'k', 'ArrowRight']);
  expect(input.lastPress).toBeNull();
});

test('at most 10,000 key presses are kept', () => {
  const { input, press } = setUp();
  for (let count = 0; count < 20_000; count += 1) press('ArrowRight');
  expect(input.keys).toHaveLength(10_000);
});

test('space, arrows, Home and End do not scroll the host page; other keys and keys with a modifier keep their default action', () => {
  const { press } = setUp();
  expect([' ', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].map((key) => press(key))).toEqual(
    Array.from({ length: 7 }, () => false),
  );
  expect(['6', 'f', 'Tab', 'Enter'].map((key) => press(key))).toEqual(Array.from({ length: 4 }, () => true));
  expect(press('ArrowLeft', { ctrlKey: true })).toBe(true);
});

test('a key that another listener has handled is not kept', () => {
  const { input, starts, press } = setUp();
  press('6', { isHandled: true });
  press('k', { isHandled: true });
  expect([starts(), input.keys, input.lastPress]).toEqual([0, [], null]);
});

test('where single keys are turned off, k and space are kept for the interface and play nothing', () => {
  const { input, press, starts } = setUp({ takesSingleKeys: false });
  press('k');
  press(' ');
  expect([starts(), keysOf(input)]).toEqual([0, ['k', ' ']]);
});

test('with disablekb=1 no key is kept, prevented or executed', () => {
  const { input, starts, press } = setUp({ takesKeys: false });
  expect(press(' ')).toBe(true);
  press('6');
  expect([starts(), input.keys, input.lastPress]).toEqual([0, [], null]);
});

test('presses are kept until the module runs, keys until the interface takes them', () => {
  const { input, click, press } = setUp();
  input.takeOver();
  click();
  press('6');
  expect(input.lastPress).toBe(null);
  expect(input.takeKeys().map(({ key }) => key)).toEqual(['6']);
  press('7');
  expect(keysOf(input)).toEqual(['6']);
});

test('messages are kept past the start of the module until the bridge takes them', () => {
  const { input, receive } = setUp();
  receive('greeting');
  input.takeOver();
  receive('command');
  expect(input.takeMessages().map(({ data }: MessageEvent<unknown>) => data)).toEqual(['greeting', 'command']);
  receive('for the bridge');
  expect(input.messages).toHaveLength(2);
});

test('a key that plays, pressed after the module has started and before the interface is mounted, is sent to the player', () => {
  const { input, press, starts } = setUp();
  input.takeOver();
  const pressed: number[] = [];
  input.press = ({ timeStamp }) => pressed.push(timeStamp);
  press('k', { code: 'KeyK' });
  expect(pressed).toHaveLength(1);
  expect([starts(), input.keys]).toEqual([0, []]);
});

test('keyboard focus sets the focus ring and mouse focus removes it, until the interface takes over', () => {
  const { input, attributes, focus } = setUp({ takesKeys: false });
  focus(true);
  expect(attributes).toEqual(new Set(['data-focus-ring']));
  focus(false);
  expect(attributes).toEqual(new Set());
  input.takeKeys();
  focus(true);
  expect(attributes).toEqual(new Set());
});
