import { expect, test } from 'vitest';
import { LONG_PRESS_MS, Presses } from '../../../../src/page/interface/presses.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const MOUSE = { isPrimary: true, button: 0, buttons: 0, pointerType: 'mouse' };
const FINGER = { ...MOUSE, pointerType: 'touch' };

function follow(begun: Partial<PointerEvent> | null = null) {
  const document = new EventTarget() as Document;
  const clock = createFakeClock();
  const presses = new Presses(
    document,
    clock,
    new AbortController().signal,
    begun && ({ ...begun, target: document } as PointerEvent),
  );
  const send = (type: string, pointer: Partial<PointerEvent>): boolean =>
    document.dispatchEvent(Object.assign(new Event(type), pointer));
  let isOver = false;
  const wait = (): void => void presses.over().then(() => (isOver = true));
  return { clock, presses, send, wait, isOver: () => isOver };
}

test('a press of the mouse is over after its release and click, however long it lasts', async () => {
  const { clock, send, wait, isOver } = follow();
  send('pointerdown', MOUSE);
  wait();
  await clock.advance(60_000);
  expect(isOver()).toBe(false);
  send('pointerup', MOUSE);
  expect(isOver()).toBe(false);
  await clock.advance(0);
  expect(isOver()).toBe(true);
});

test('a tap is over with its click, or 400 ms after its release without a click', async () => {
  const { clock, presses, send, wait, isOver } = follow();
  send('pointerdown', FINGER);
  wait();
  send('pointerup', FINGER);
  await clock.advance(300);
  expect(isOver()).toBe(false);
  send('click', FINGER);
  await clock.advance(0);
  expect(isOver()).toBe(true);
  send('pointerdown', FINGER);
  send('pointerup', FINGER);
  await clock.advance(400);
  expect(presses.isDown()).toBe(false);
});

test('a finger that is held on the picture counts as a press no longer than a tap takes', async () => {
  const { clock, send, wait, isOver } = follow();
  send('pointerdown', FINGER);
  wait();
  await clock.advance(LONG_PRESS_MS - 1);
  expect(isOver()).toBe(false);
  await clock.advance(1);
  expect(isOver()).toBe(true);
});

test('a press that began before the interface was mounted is waited for, too', async () => {
  const { clock, send, wait, isOver } = follow(MOUSE);
  wait();
  await clock.advance(60_000);
  expect(isOver()).toBe(false);
  send('pointerup', MOUSE);
  await clock.advance(0);
  expect(isOver()).toBe(true);
});

test('touch() returns a finger as long as the finger is down, even after its press is over', async () => {
  const { clock, presses, send } = follow(FINGER);
  await clock.advance(LONG_PRESS_MS);
  expect([presses.isDown(), presses.touch()]).toMatchObject([false, FINGER]);
  send('pointerup', FINGER);
  expect(presses.touch()).toBeNull();
});

test.each([
  ['a scroll', FINGER, 'pointercancel'],
  ['the movement of a mouse whose release went to a menu of the system', MOUSE, 'pointermove'],
])('%s ends a press', async (_what, pointer, type) => {
  const { clock, presses, send } = follow();
  send('pointerdown', pointer);
  send(type, pointer);
  await clock.advance(0);
  expect(presses.isDown()).toBe(false);
});

test.each([
  ['the other button', { ...MOUSE, button: 2 }],
  ['a second finger', { ...FINGER, isPrimary: false }],
])('a press of %s, which causes no click, is not waited for', async (_what, pointer) => {
  const { presses, send } = follow();
  send('pointerdown', pointer);
  expect(presses.isDown()).toBe(false);
});

test('the last press counts as made by a finger, whether before or after this listens', () => {
  const { presses, send } = follow();
  expect(presses.isByFinger()).toBe(false);
  send('pointerdown', FINGER);
  send('pointerup', FINGER);
  expect(presses.isByFinger()).toBe(true);
  send('pointerdown', MOUSE);
  expect(presses.isByFinger()).toBe(false);
  const { signal } = new AbortController();
  const later = new Presses(new EventTarget() as Document, createFakeClock(), signal, null, true);
  expect(later.isByFinger()).toBe(true);
});
