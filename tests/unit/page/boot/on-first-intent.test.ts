import { expect, test } from 'vitest';
import { onFirstIntent, STAY_MS } from '../../../../src/page/boot/on-first-intent.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { timersOf } from '../../../support/fake-timers.ts';

function subject() {
  const clock = createFakeClock();
  const parent = new EventTarget();
  const window = Object.assign(new EventTarget(), { parent, ...timersOf(clock) });
  const document = new EventTarget();
  const woken: string[] = [];
  onFirstIntent({ window, document }, (by) => woken.push(by));
  const receive = (data: unknown, source: unknown = parent): void =>
    void window.dispatchEvent(Object.assign(new Event('message'), { data, source }));
  const leave = (relatedTarget: unknown): void =>
    void document.dispatchEvent(Object.assign(new Event('pointerout'), { relatedTarget }));
  return { clock, document, receive, leave, woken };
}

test.for(['click', 'contextmenu', 'keydown'])('%s starts the page, once', async (type) => {
  const { clock, document, woken } = subject();
  document.dispatchEvent(new Event(type));
  // The page starts after all handlers of the same event.
  expect(woken).toEqual([]);
  document.dispatchEvent(new Event('click'));
  await clock.advance(0);
  expect(woken).toEqual(['viewer']);
});

test.for(['pointermove', 'focusin'])('%s starts the page once the viewer has stayed for a while', async (type) => {
  const { clock, document, leave, woken } = subject();
  document.dispatchEvent(new Event(type));
  await clock.advance(STAY_MS / 2);
  document.dispatchEvent(new Event('pointermove'));
  // The pointer moves from one element of the page to another.
  leave({});
  await clock.advance(STAY_MS / 2 - 1);
  expect(woken).toEqual([]);
  await clock.advance(1);
  expect([woken, clock.pendingCount()]).toEqual([['viewer'], 0]);
});

test('a mouse that crosses twenty embeds starts none of their pages', async () => {
  const embeds = Array.from({ length: 20 }, subject);
  for (const { clock, document, leave } of embeds) {
    document.dispatchEvent(new Event('pointermove'));
    await clock.advance(STAY_MS - 1);
    leave(null);
    await clock.advance(STAY_MS);
  }
  expect(embeds.flatMap(({ woken, clock }) => [...woken, ...Array(clock.pendingCount())])).toEqual([]);
});

test('a press starts the page at once, without the wait of a pointer', async () => {
  const { clock, document, woken } = subject();
  document.dispatchEvent(new Event('pointermove'));
  document.dispatchEvent(new Event('click'));
  await clock.advance(0);
  expect([woken, clock.pendingCount()]).toEqual([['viewer'], 0]);
});

test('a message of the host starts the page; other windows and unrelated messages do not', async () => {
  const { clock, receive, woken } = subject();
  receive('{"event":"listening"}', new EventTarget());
  receive({ event: 'listening' });
  receive('analytics');
  await clock.advance(1_000);
  expect(woken).toEqual([]);
  receive('{"event":"listening"}');
  receive('{"event":"command","func":"playVideo"}');
  await clock.advance(0);
  expect(woken).toEqual(['host']);
});
