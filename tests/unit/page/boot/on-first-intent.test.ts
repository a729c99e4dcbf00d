import { expect, test } from 'vitest';
import { onFirstIntent } from '../../../../src/page/boot/on-first-intent.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

function subject() {
  const clock = createFakeClock();
  const parent = new EventTarget();
  const window = Object.assign(new EventTarget(), { parent });
  const document = new EventTarget();
  const woken: string[] = [];
  onFirstIntent({ window, document, setTimeout: (task, delayMs) => clock.after(delayMs, task) }, (by) =>
    woken.push(by),
  );
  const receive = (data: unknown, source: unknown = parent): void =>
    void window.dispatchEvent(Object.assign(new Event('message'), { data, source }));
  return { clock, document, receive, woken };
}

test.for(['pointermove', 'click', 'contextmenu', 'keydown', 'focusin'])('%s starts the page, once', async (type) => {
  const { clock, document, woken } = subject();
  document.dispatchEvent(new Event(type));
  // After all handlers of the same gesture.
  expect(woken).toEqual([]);
  document.dispatchEvent(new Event('click'));
  await clock.advance(0);
  expect(woken).toEqual(['viewer']);
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

test('the module does not start without input', async () => {
  const { clock, woken } = subject();
  await clock.advance(3_600_000);
  expect([woken, clock.pendingCount()]).toEqual([[], 0]);
});
