import { workWithin, type GroupWork } from '../../../src/profile/report/plot/work-within.ts';
import type { Thread } from '../trace/find-threads.ts';
import { interactionsOf, longestInteractionMs } from '../trace/interactions.ts';
import type { Session } from '../trace/milestones.ts';
import { blockedMsOf, cpuMsOf, longestMsOf, tasksOf, type Task } from '../trace/thread-time.ts';
import { laneOf } from '../trace/timeline.ts';
import type { ReadRun } from './read-run.ts';

/** Numbers of one run. They are kept for all runs, whereas the report has traces only of the runs that it shows. */
export interface RunSummary {
  readonly measures: Readonly<Record<MeasureKey, number | null>>;
  /** Running time of main in each step of the script, by its name. */
  readonly steps: Readonly<Record<string, number>>;
  readonly main: Readonly<Record<string, number>>;
  readonly worker: Readonly<Record<string, number>>;
}

/** Titles of the measures. The first measure decides when there are enough rounds. */
export const MEASURES = {
  mainCpuMs: 'Main thread of the player, CPU',
  processCpuMs: 'All threads of the player’s process, CPU without recording',
  browserCpuMs: 'All processes of the browser, CPU without recording',
  workerCpuMs: 'All workers, CPU',
  totalCpuMs: 'Main and workers together, CPU',
  startCpuMs: 'Main thread up to the first frame, CPU',
  blockedMs: 'Main thread blocked: CPU of each task beyond 50 ms',
  longestMs: 'Longest task of main, CPU',
  interactionMs: 'Longest interaction, from the input to the screen, time',
  hostCpuMs: 'Main thread of the host page, CPU',
  mediaCpuMs: 'Compositor and media threads of the player, CPU',
  shellMs: 'From navigation to the shell, time',
  playableMs: 'From navigation to playable, time',
  firstFrameMs: 'From the request to play to the first frame, time',
  sessionMs: 'The whole session, time: a longer one draws more frames',
} as const;
export type MeasureKey = keyof typeof MEASURES;

/** Measures of a separate session without a recording: `ProcessorTime` fills them in. */
export const UNRECORDED = { processCpuMs: null, browserCpuMs: null };

export function summarizeRun(run: ReadRun): RunSummary {
  const { threads, session } = run;
  const { events } = run.trace;
  const { stretch, shellMs, playableMs, firstFrameMs } = session;
  const tasks = tasksOf(events, threads.player, stretch);
  const ofKind = (...kinds: readonly Thread['kind'][]): number =>
    threads.all
      .filter((thread) => kinds.includes(thread.kind))
      .reduce((sum, thread) => sum + cpuMsOf(tasksOf(events, thread, stretch)), 0);
  const mainCpuMs = cpuMsOf(tasks);
  const workerCpuMs = ofKind('worker');
  // Uses the same spans and samples as the sentence and tables of the shown run, so that their figures agree.
  const whole = { fromUs: 0, toUs: stretch.toUs - stretch.fromUs };
  const groupsOf = (wanted: readonly Thread[]): Record<string, number> =>
    addUp(wanted.flatMap((thread) => workWithin(laneOf(run, thread).lane, whole).groups));
  return {
    measures: {
      ...UNRECORDED,
      mainCpuMs,
      workerCpuMs,
      totalCpuMs: mainCpuMs + workerCpuMs,
      startCpuMs: startCpuMs(tasks, session),
      blockedMs: blockedMsOf(tasks),
      longestMs: longestMsOf(tasks),
      interactionMs: longestInteractionMs(interactionsOf(events, threads, session)),
      hostCpuMs: ofKind('main') - mainCpuMs,
      mediaCpuMs: ofKind('compositor', 'media'),
      shellMs,
      playableMs,
      firstFrameMs,
      sessionMs: (stretch.toUs - stretch.fromUs) / 1_000,
    },
    steps: Object.fromEntries(
      session.steps.map(({ name, stretch }) => [name, cpuMsOf(tasksOf(events, threads.player, stretch))]),
    ),
    main: groupsOf([threads.player]),
    worker: groupsOf(threads.all.filter(({ kind }) => kind === 'worker')),
  };
}

function startCpuMs(tasks: readonly Task[], { milestones, stretch }: Session): number | null {
  const firstFrame = milestones.find(({ title }) => title === 'first frame');
  if (firstFrame === undefined) return null;
  return cpuMsOf(tasks.filter(({ startUs }) => startUs <= stretch.fromUs + firstFrame.atUs));
}

function addUp(groups: readonly GroupWork[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { group, us } of groups) sums[group] = (sums[group] ?? 0) + us / 1_000;
  return sums;
}
