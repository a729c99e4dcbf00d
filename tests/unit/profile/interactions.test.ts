import { expect, test } from 'vitest';
import { hitOf, timelineBands } from '../../../src/profile/report/plot/timeline-bands.ts';
import { readRun } from '../../profile/analysis/read-run.ts';
import { summarizeRun } from '../../profile/analysis/summarize-run.ts';
import { timelineOf } from '../../profile/trace/timeline.ts';
import { eventTiming, HOST, isPlayer, mark, PLAYER, traceOf } from './trace-builder.ts';

const START_US = 10_000;

/** A run with two presses: the browser reports three events of the first, and none of the second. */
async function pressedTwice() {
  const trace = traceOf(
    mark(HOST, 'oriel-profile:step:start', START_US),
    mark(HOST, 'oriel-profile:tap:pause:.bar-play', 100_000),
    ...eventTiming(PLAYER, 'pointerdown', 7, [101_000, 102_000, 103_000, 125_000]),
    // An event without an interaction id.
    ...eventTiming(PLAYER, 'pointerover', 0, [101_000, 102_000, 202_000, 400_000]),
    // Both events end with the same frame, for which the viewer waits.
    ...eventTiming(PLAYER, 'pointerup', 7, [180_000, 185_000, 186_000, 260_000]),
    ...eventTiming(PLAYER, 'click', 7, [180_000, 187_000, 215_000, 260_000]),
    mark(HOST, 'oriel-profile:tap:seek to the middle:.seek', 600_000),
    mark(HOST, 'oriel-profile:end', 900_000),
  );
  const run = await readRun(trace, isPlayer, []);
  return { run, timeline: timelineOf(run, { run: 0, chosen: '' }) };
}

test('a press is one interaction with target and phases, and a press that the browser does not report has no phases', async () => {
  const { run, timeline } = await pressedTwice();
  expect(timeline.interactions).toEqual([
    {
      name: 'pause',
      target: '.bar-play',
      startUs: 170_000,
      phases: { delayUs: 5_000, scriptUs: 30_000, paintUs: 45_000 },
    },
    { name: 'seek to the middle', target: '.seek', startUs: 590_000, phases: null },
  ]);
  expect(summarizeRun(run).measures.interactionMs).toBe(80);
});

test('an interaction without a scripted press is named after its longest event', async () => {
  const trace = traceOf(
    mark(HOST, 'oriel-profile:step:start', START_US),
    ...eventTiming(PLAYER, 'pointerdown', 9, [101_000, 102_000, 103_000, 125_000]),
    ...eventTiming(PLAYER, 'click', 9, [180_000, 181_000, 182_000, 260_000]),
  );
  const { interactions } = timelineOf(await readRun(trace, isPlayer, []), { run: 0, chosen: '' });
  expect(interactions.map(({ name, target, startUs }) => [name, target, startUs])).toEqual([['click', '', 170_000]]);
});

test('interactions are drawn as a band above the threads, with their phases as spans', async () => {
  const { timeline } = await pressedTwice();
  const bands = timelineBands(timeline);
  const band = bands[1];
  expect(band?.title).toBe('Interactions: 2');
  expect(band?.rows).toEqual([
    { startUs: [170_000, 175_000, 205_000], endUs: [175_000, 205_000, 250_000], label: [0, 1, 2] },
  ]);
  const hits = timeline.interactions.map(({ startUs }) => hitOf(bands, timeline.interactions, startUs));
  expect(hits).toEqual([{ band, row: 0, index: 0 }, null]);
  expect(band?.labels).toEqual(['pause: input delay', 'pause: handlers of the input', 'pause: to the screen']);
});
