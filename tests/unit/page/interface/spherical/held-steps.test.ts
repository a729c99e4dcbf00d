import { expect, test } from 'vitest';
import { HeldSteps, HOLD_DELAY_MS, HOLD_INTERVAL_MS } from '../../../../../src/page/interface/spherical/held-steps.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const REST_MS = 300;
const POINTER = { detail: 1 };
const KEY = { detail: 0 };

function open() {
  const clock = createFakeClock();
  const counts = { steps: 0, repeats: 0, rests: 0 };
  const held = new HeldSteps({
    clock,
    onHeld: () => (counts.repeats += 1),
    onRest: () => (counts.rests += 1),
    restMs: REST_MS,
  });
  return { clock, held, counts, step: () => void (counts.steps += 1) };
}

test('a short press takes one step, at its click', async () => {
  const { clock, held, counts, step } = open();
  held.begin(step);
  await clock.advance(HOLD_DELAY_MS - 1);
  expect(counts.steps).toBe(0);
  held.end();
  held.click(step, POINTER);
  await clock.advance(10 * HOLD_INTERVAL_MS);
  expect(counts).toEqual({ steps: 1, repeats: 0, rests: 1 });
});

test('a held press repeats its step until it ends, and its click adds no step', async () => {
  const { clock, held, counts, step } = open();
  held.begin(step);
  await clock.advance(HOLD_DELAY_MS + 3 * HOLD_INTERVAL_MS);
  expect(counts).toEqual({ steps: 4, repeats: 4, rests: 0 });
  held.end();
  held.click(step, POINTER);
  await clock.advance(10 * HOLD_INTERVAL_MS);
  expect(counts.steps).toBe(4);
  held.begin(step);
  held.end();
  held.click(step, POINTER);
  expect(counts.steps).toBe(5);
});

test('a short press that ends without a click, outside the button, takes no step', async () => {
  const { clock, held, counts, step } = open();
  held.begin(step);
  held.end();
  await clock.advance(10 * HOLD_DELAY_MS);
  expect(counts.steps).toBe(0);
});

test('each key press takes one step, also after a pointer was held without a click', async () => {
  const { clock, held, counts, step } = open();
  held.begin(step);
  await clock.advance(HOLD_DELAY_MS);
  held.end();
  held.click(step, KEY);
  held.click(step, KEY);
  expect(counts.steps).toBe(3);
});

test('the rest after several steps is reported once, after the last step', async () => {
  const { clock, held, counts, step } = open();
  held.click(step, KEY);
  await clock.advance(REST_MS - 1);
  held.click(step, KEY);
  await clock.advance(REST_MS - 1);
  expect(counts.rests).toBe(0);
  await clock.advance(REST_MS);
  expect(counts.rests).toBe(1);
});
