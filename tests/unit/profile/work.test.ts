import { expect, test } from 'vitest';
import { calibrate } from '../../profile/analysis/calibrate.ts';
import { readRun } from '../../profile/analysis/read-run.ts';
import { summarizeRun } from '../../profile/analysis/summarize-run.ts';
import { timelineOf } from '../../profile/trace/timeline.ts';
import {
  INFRASTRUCTURE,
  isPlayer,
  mark,
  PLAYER,
  profile,
  span,
  task,
  traceOf,
  type ProfileNodeInput,
} from './trace-builder.ts';

const SCRIPT = 'http://127.0.0.1:9/assets/page-Xy.js';

const NODES: readonly ProfileNodeInput[] = [
  { id: 1, callFrame: { functionName: '(root)' } },
  { id: 2, parent: 1, callFrame: { functionName: '(idle)' } },
  { id: 3, parent: 1, callFrame: { functionName: '(program)' } },
  { id: 4, parent: 1, callFrame: { functionName: 'render', url: SCRIPT, scriptId: 5, lineNumber: 0, columnNumber: 9 } },
  { id: 5, parent: 4, callFrame: { functionName: 'postMessage', scriptId: 0 } },
  { id: 6, parent: 1, callFrame: { functionName: 'plantedOnMain', scriptId: 8 } },
];

test('script time is attributed by samples, and the time of a browser function counts for its calling script', async () => {
  const trace = traceOf(
    task(PLAYER, 1_000, 1_000, 500),
    span(PLAYER, 'FunctionCall', 1_000, 800, 400),
    ...profile(PLAYER, '0x1', 900, NODES, [
      [4, 100],
      [5, 300],
      [6, 400],
      [3, 100],
      [2, 100],
    ]),
  );
  const { main } = summarizeRun(await readRun(trace, isPlayer, []));

  expect(main['other script']).toBeCloseTo(0.4 * (700 / 800));
  expect(main['the measurement itself']).toBeCloseTo(0.4 * (100 / 800));
  expect(main['browser: tasks without a name']).toBeCloseTo(0.1);
});

test('the summary of a run has CPU times by thread and by step', async () => {
  const trace = traceOf(
    mark(PLAYER, 'oriel-profile:step:start', 0),
    task(PLAYER, 10, 60_000),
    mark(PLAYER, 'oriel-profile:step:play', 70_000),
    task(PLAYER, 80_000, 5_000),
    task(INFRASTRUCTURE, 80_000, 7_000),
    mark(PLAYER, 'oriel-profile:end', 100_000),
  );
  const summary = summarizeRun(await readRun(trace, isPlayer, []));

  expect(summary.measures).toMatchObject({
    mainCpuMs: 65,
    workerCpuMs: 7,
    totalCpuMs: 72,
    blockedMs: 10,
    firstFrameMs: null,
  });
  expect(summary.steps).toEqual({ start: 60, play: 5 });
  expect(Object.values(summary.main).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(65);
});

async function plantedTimeline(foundUs: number, isElsewhere = false) {
  const thread = isElsewhere ? INFRASTRUCTURE : PLAYER;
  const trace = traceOf(
    task(PLAYER, 1_000, 100_200),
    span(PLAYER, 'TimerFire', 1_000, 100_200),
    ...profile(thread, '0x1', 900, NODES, [
      [6, 200],
      [2, foundUs],
      [2, 100],
    ]),
    mark(PLAYER, 'oriel-profile:step:start', 0),
  );
  const run = await readRun(trace, isPlayer, []);
  return timelineOf(run, { run: 0, chosen: '' });
}
const PLANTED = [{ lane: 'player-main', functionName: 'plantedOnMain', plantedMs: 100 }];

test('planted work is found in the flame graph and among the spans of its lane', async () => {
  expect(calibrate(await plantedTimeline(96_000), PLANTED)).toMatchObject([
    { foundMs: 96, elsewhereMs: 0, isFound: true },
    { foundMs: 100.2, isFound: true },
  ]);
});
