import { expect, onTestFinished, test } from 'vitest';
import type { VariantName } from '../../../src/profile/report/schema/comparison.ts';
import { SettingRuns } from '../../profile/measure-setting.ts';
import { describeSetting } from '../../profile/print.ts';
import type { SessionResult } from '../../profile/session/run-session.ts';
import { BEGINNING, isPlayer, mark, PLAYER, task, traceOf } from './trace-builder.ts';

const VARIANTS: readonly VariantName[] = ['workers', 'inline'];
const FACTS = { throttle: [], calibration: [], stopped: 'enough' };

function session(cpuMs: number, fault: string | null = null): SessionResult {
  const events = [
    mark(PLAYER, 'oriel-profile:step:start', 0),
    task(PLAYER, 10, cpuMs * 1_000),
    mark(PLAYER, 'oriel-profile:end', 900_000),
  ];
  return {
    trace: traceOf(...events),
    text: JSON.stringify([...BEGINNING, ...events]),
    load: { otherCores: 0.1, busyShare: 0.5 },
    fault,
  };
}

async function openRuns(slowdown = 4) {
  const runs = await SettingRuns.open({ slowdown, network: 'none', variants: VARIANTS, isPlayer, mapFolders: [] });
  onTestFinished(() => runs.close());
  let index = 0;
  const addRound = (sessions: Readonly<Partial<Record<VariantName, () => SessionResult>>>, order = VARIANTS) =>
    runs.addRound(
      order,
      () => index++,
      async (variant) => (sessions[variant] ?? (() => session(1)))(),
      () => undefined,
    );
  return { runs, addRound };
}

test('the variants of a round are compared in pairs, whatever their order', async () => {
  const { runs, addRound } = await openRuns();
  await addRound({ workers: () => session(10), inline: () => session(30) });
  await addRound({ workers: () => session(12), inline: () => session(32) }, VARIANTS.toReversed());
  const { setting, traces } = await runs.finish(FACTS);

  expect(runs.soFar()).toEqual({ differences: [-20, -20], references: [30, 32] });
  expect(setting.runs.map(({ index, round, variant }) => [index, round, variant])).toEqual([
    [0, 0, 'workers'],
    [1, 0, 'inline'],
    [2, 1, 'inline'],
    [3, 1, 'workers'],
  ]);
  expect(setting.measures[0]).toMatchObject({ values: { workers: [10, 12], inline: [30, 32] }, verdict: 'better' });
  expect(Object.keys(setting.timelines)).toEqual(['workers', 'inline']);
  expect(traces.map(({ name }) => name)).toEqual([
    'trace-4x-workers.json',
    'devtools-4x-workers.json',
    'trace-4x-inline.json',
    'devtools-4x-inline.json',
  ]);
});

test('the CPU time of all threads is listed for rounds that measured it without a recording', async () => {
  const { runs, addRound } = await openRuns(1);
  const processor = (processCpuMs: number) => ({ processCpuMs, browserCpuMs: 2 * processCpuMs });
  await addRound({
    workers: () => ({ ...session(10), processor: processor(120) }),
    inline: () => ({ ...session(30), processor: processor(130) }),
  });
  await addRound({ workers: () => session(12), inline: () => session(32) });
  const { setting } = await runs.finish(FACTS);

  expect(setting.measures.slice(0, 3).map(({ key, values }) => [key, values])).toEqual([
    ['mainCpuMs', { workers: [10, 12], inline: [30, 32] }],
    ['processCpuMs', { workers: [120], inline: [130] }],
    ['browserCpuMs', { workers: [240], inline: [260] }],
  ]);
  expect(describeSetting(setting, 2)).toMatch(
    /All threads of the player’s process, CPU without recording +120\.0 +130\.0/,
  );
});

test('the text of a single round says once how many rounds a verdict needs', async () => {
  const { runs, addRound } = await openRuns();
  await addRound({ workers: () => session(10), inline: () => session(30) });
  const { setting } = await runs.finish(FACTS);

  const text = describeSetting(setting, 2);
  expect(text.match(/verdict|cannot tell|too few/g)).toEqual(['verdict']);
  expect(text).toContain('A verdict takes at least four: leave --runs out.');
  expect(text).toMatch(/Main thread of the player, CPU +10\.0 +30\.0 +−20\.0$/m);
});

test('a run with a fault discards its whole round', async () => {
  const { runs, addRound } = await openRuns();
  await addRound({ inline: () => session(30, 'it had a head start') });
  const { setting } = await runs.finish(FACTS);

  expect(runs.discardedRounds()).toBe(1);
  expect(setting.runs.map(({ discarded }) => discarded)).toEqual([
    'the other run of its round does not count',
    'it had a head start',
  ]);
  expect(setting.measures[0]?.values).toEqual({});
});

test('a session that fails discards its round, and the next round counts', async () => {
  const { runs, addRound } = await openRuns();
  await addRound({
    workers: () => {
      throw new Error('the video was over before the session\nat a line');
    },
  });
  await addRound({ workers: () => session(5), inline: () => session(6) });

  expect(runs.soFar().differences).toEqual([-1]);
  const { setting } = await runs.finish(FACTS);
  expect(setting.runs[0]).toMatchObject({ mainCpuMs: null, discarded: 'the video was over before the session' });
  expect(setting.runs[3]?.round).toBe(1);
});
