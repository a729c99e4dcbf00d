import { expect, test } from 'vitest';
import { MediaLiveness } from '../../../src/page/media/media-liveness.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

function setUp() {
  const clock = createFakeClock();
  const state = { answers: true, isNeeded: true, plentyMs: 0, isStarving: true, asked: 0, deaths: 0 };
  const liveness = new MediaLiveness({
    clock,
    ask() {
      state.asked += 1;
      return state.answers ? Promise.resolve() : new Promise(() => undefined);
    },
    isNeeded: () => state.isNeeded,
    plentyMs: () => state.plentyMs,
    isStarving: () => state.isStarving,
    onDead: () => (state.deaths += 1),
  });
  return { clock, state, liveness };
}

test('a worker that answers lives', async () => {
  const { clock, state, liveness } = setUp();
  liveness.watch();
  await clock.advance(60_000);
  expect(state).toMatchObject({ asked: 40, deaths: 0 });
});

test('a silent one is dead once there is little left to play', async () => {
  const { clock, state, liveness } = setUp();
  Object.assign(state, { answers: false, isStarving: false });
  liveness.watch();
  await clock.advance(60_000);
  expect(state.deaths).toBe(0);
  state.isStarving = true;
  await clock.advance(1_500);
  expect(state.deaths).toBe(1);
});

test('it gets three seconds', async () => {
  const { clock, state, liveness } = setUp();
  state.answers = false;
  liveness.watch();
  await clock.advance(4_499);
  expect(state.deaths).toBe(0);
  await clock.advance(1);
  expect(state.deaths).toBe(1);
});

test('with plenty to play it is not asked; once that runs out it is, and gets its three seconds', async () => {
  const { clock, state, liveness } = setUp();
  Object.assign(state, { answers: false, plentyMs: 20_000 });
  liveness.watch();
  await clock.advance(1_500);
  state.plentyMs = 0;
  await clock.advance(19_999);
  expect(state).toMatchObject({ asked: 0, deaths: 0 });
  await clock.advance(2_999);
  expect(state).toMatchObject({ asked: 2, deaths: 0 });
  await clock.advance(2);
  expect(state.deaths).toBe(1);
});

test('a seek ends the quiet time', async () => {
  const { clock, state, liveness } = setUp();
  state.plentyMs = 20_000;
  liveness.watch();
  await clock.advance(1_500);
  state.plentyMs = 0;
  liveness.watch();
  await clock.advance(1_500);
  expect(state.asked).toBe(1);
});

test('while nobody waits it is not asked, and nothing runs', async () => {
  const { clock, state, liveness } = setUp();
  state.isNeeded = false;
  liveness.watch();
  await clock.advance(60_000);
  expect(state).toMatchObject({ asked: 0, deaths: 0 });
});
