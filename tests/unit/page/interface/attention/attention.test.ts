import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { Attention } from '../../../../../src/page/interface/attention/attention.ts';
import { LateAttention } from '../../../../../src/page/interface/attention/late-attention.ts';
import { AbsentAttention } from '../../../../../src/page/interface/alone/absent-attention.ts';
import type { AttentionEvent } from '../../../../../src/page/interface/attention/attention-table.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

function watch(state: number = PLAYER_STATE.playing, hasPictures = () => true, isAway = false) {
  const clock = createFakeClock();
  const player = createFakePlayer({ state: state as typeof PLAYER_STATE.playing });
  const attributes = new Set<string>();
  const root = {
    dataset: {} as Record<string, string>,
    toggleAttribute: (name: string, isOn: boolean) => (isOn ? attributes.add(name) : attributes.delete(name)),
  };
  const attention = new Attention({
    root: root as unknown as HTMLElement,
    player,
    clock,
    hasPictures,
    isAway,
    reportError: (error) => {
      throw error;
    },
  });
  return { clock, player, attention, root, attributes };
}

test.each<AttentionEvent>(['pointed', 'touched', 'keyPressed'])(
  'the controls are shown for three seconds after the input %s',
  async (input) => {
    const { clock, attention, attributes } = watch();
    attention.send('dismissed');
    expect(attention.isShown()).toBe(false);
    attention.send(input);
    expect(attention.isShown()).toBe(true);
    await clock.advance(2_999);
    expect(attention.isShown()).toBe(true);
    await clock.advance(1);
    expect(attention.isShown()).toBe(false);
    expect(attributes).toEqual(new Set(['data-idle']));
    expect(clock.pendingCount()).toBe(0);
  },
);

test('focus on a control keeps the controls shown for ten seconds after the last key, also after shortcuts', async () => {
  const { clock, attention } = watch();
  attention.send('keyPressed');
  attention.send('controlFocused');
  await clock.advance(5_000);
  attention.send('keyPressed');
  await clock.advance(9_999);
  expect(attention.isShown()).toBe(true);
  await clock.advance(1);
  expect(attention.isShown()).toBe(false);
});

test('isMovingFocus is true only while the player itself moves the focus, also if moving throws', () => {
  const { attention } = watch();
  const seen: boolean[] = [];
  attention.moveFocus(() => seen.push(attention.isMovingFocus()));
  expect(() =>
    attention.moveFocus(() => {
      throw new Error('the element is gone');
    }),
  ).toThrow('the element is gone');
  expect([...seen, attention.isMovingFocus()]).toEqual([true, false]);
});

test('controls stay while a panel is open or the thumb is dragged, and hide three seconds later', async () => {
  for (const [begins, ends] of [
    ['panelOpened', 'panelClosed'],
    ['dragBegan', 'dragEnded'],
  ] as const) {
    const { clock, attention } = watch();
    attention.send(begins);
    for (const input of ['pointed', 'left', 'touched', 'keyPressed', 'elapsed', 'dismissed'] as const)
      attention.send(input);
    await clock.advance(60_000);
    expect(attention.isShown()).toBe(true);
    attention.send(ends);
    await clock.advance(3_000);
    expect(attention.isShown()).toBe(false);
  }
});

test('after a panel that was opened by the keyboard closes, the state is keyboard focus again', () => {
  const { attention } = watch();
  attention.send('controlFocused');
  attention.send('panelOpened');
  attention.send('keyPressed');
  attention.send('panelClosed');
  expect(attention.get()).toBe('keyboard');
});

test('controls stay while nothing plays, and hide three seconds after playback begins', async () => {
  const { clock, player, attention } = watch(PLAYER_STATE.paused);
  attention.send('left');
  await clock.advance(60_000);
  expect(attention.isShown()).toBe(true);
  player.goTo(PLAYER_STATE.playing);
  await clock.advance(2_999);
  expect(attention.isShown()).toBe(true);
  await clock.advance(1);
  expect(attention.isShown()).toBe(false);
  player.goTo(PLAYER_STATE.buffering);
  expect(attention.isShown()).toBe(false);
  player.set({ error: { code: 'net.connect', title: '', advice: '', retryable: true } });
  expect(attention.isShown()).toBe(true);
});

test('controls that were dismissed during playback are shown when the video pauses, and can be dismissed again', () => {
  const { player, attention } = watch();
  attention.send('dismissed');
  player.goTo(PLAYER_STATE.paused);
  expect(attention.isShown()).toBe(true);
  attention.send('dismissed');
  expect(attention.isShown()).toBe(false);
});

test('controls hide when a mouse leaves the frame, but not when a finger does', () => {
  const { attention } = watch();
  attention.send('pointed');
  attention.send('left');
  expect(attention.isShown()).toBe(false);
  attention.send('touched');
  attention.send('left');
  expect(attention.isShown()).toBe(true);
});

test('the first press within 1.5 s after a choice in a menu only closes the menu', async () => {
  const { clock, attention } = watch();
  expect(attention.takeClosingPress()).toBe(false);
  attention.expectClosingPress();
  expect([attention.takeClosingPress(), attention.takeClosingPress()]).toEqual([true, false]);
  attention.expectClosingPress();
  await clock.advance(1_500);
  expect(attention.takeClosingPress()).toBe(false);
});

test('subscribers are notified once of each change of state, also of a change that shows or hides the controls', () => {
  const { attention } = watch();
  let calls = 0;
  attention.subscribe(() => (calls += 1));
  attention.send('pointed');
  attention.send('pointed');
  attention.send('left');
  expect(calls).toBe(2);
});

test('controls that are dismissed while paused stay hidden until the next input or until playback begins', () => {
  const { player, attention } = watch(PLAYER_STATE.paused);
  const shown: boolean[] = [];
  const check = (): void => void shown.push(attention.isShown());
  attention.send('dismissed');
  check();
  attention.send('touched');
  check();
  attention.send('dismissed');
  player.goTo(PLAYER_STATE.playing);
  check();
  expect(shown).toEqual([false, true, true]);
});

test.each(['ended', 'cued', 'unstarted'] as const)(
  'controls that were dismissed are shown once the video is %s',
  (state) => {
    const { player, attention } = watch(PLAYER_STATE.paused);
    attention.send('dismissed');
    player.goTo(PLAYER_STATE[state]);
    expect(attention.isShown()).toBe(true);
  },
);

test('controls stay for ten seconds under a mouse that rests on a control, and for three under a mouse on the picture', async () => {
  const { clock, attention } = watch();
  attention.send('pointedControl');
  await clock.advance(9_999);
  expect(attention.isShown()).toBe(true);
  attention.send('pointed');
  await clock.advance(3_000);
  expect(attention.isShown()).toBe(false);
});

test('controls that are mounted during playback are hidden until an input, and are shown if the video is paused', () => {
  const { attention, attributes } = watch(PLAYER_STATE.playing, () => true, true);
  expect([attention.isShown(), [...attributes]]).toEqual([false, ['data-idle']]);
  attention.send('pointed');
  expect([attention.isShown(), [...attributes]]).toEqual([true, []]);
  const paused = watch(PLAYER_STATE.paused, () => true, true);
  expect([paused.attention.isShown(), [...paused.attributes]]).toEqual([true, []]);
});

test('late attention passes events to its present target, reports each change of shown controls, and is late again without one', () => {
  const { attention } = watch();
  const late = new LateAttention((error) => {
    throw error;
  });
  let changes = 0;
  late.subscribe(() => (changes += 1));
  const absent = new AbsentAttention();
  late.arrive(absent);
  late.send('pointed');
  expect([late.isLate, late.isShown(), changes, absent.take(), absent.take()]).toEqual([
    false,
    false,
    1,
    'pointed',
    null,
  ]);
  late.leave(absent);
  expect([late.isLate, late.isShown(), changes]).toEqual([true, true, 2]);
  late.arrive(absent);
  late.arrive(attention);
  late.leave(absent);
  expect([late.isLate, late.isShown(), changes]).toEqual([false, true, 4]);
});
