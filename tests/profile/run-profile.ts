import { cpus } from 'node:os';
import type { VariantName } from '../../src/profile/report/schema/comparison.ts';
import { REPORT_FORMAT, REPORT_VERSION, type Report } from '../../src/profile/report/schema/report.ts';
import { boundaryOf } from './analysis/boundary.ts';
import { calibrate, type PlantedWork } from './analysis/calibrate.ts';
import { readRun } from './analysis/read-run.ts';
import { LIMITS, VARIANT_DESCRIPTIONS } from './limits.ts';
import { SettingRuns, type TracksRun } from './measure-setting.ts';
import type { ProfileOptions } from './options.ts';
import { writeReport, type OutputFile } from './output/write-report.ts';
import { describeCalibration, describeSetting, Progress } from './print.ts';
import { openLab, VIDEO, type Lab } from './session/lab.ts';
import { PLANTED, runPlantedSession, type PlantedSession } from './session/planted-work.ts';
import { readProvenance } from './session/provenance.ts';
import { measureProcessorTime, runSession } from './session/run-session.ts';
import { expectedRounds, whyEnough } from './statistics/enough-rounds.ts';
import { CONFIDENCE } from './statistics/student.ts';
import { timelineOf } from './trace/timeline.ts';
import { measuresOf } from './trace/user-timing.ts';

export const SCRIPTED_VARIANTS: readonly VariantName[] = ['workers', 'inline'];
/** With more discarded rounds the measurement stops, because the machine is too busy to measure anything. */
export const DISCARDED_ROUNDS_MAX = 4;
const CALIBRATIONS_MAX = 2;
/** Rounds whose sessions also run without a recording; to do so in all rounds would double the time of a measurement. */
const UNRECORDED_ROUNDS = 4;
export const TOO_MANY_DISCARDED = `More than ${DISCARDED_ROUNDS_MAX} rounds had to be discarded; there are fewer than asked for.`;

export interface ProfileResult {
  readonly files: readonly string[];
  /** Whether the calibration found all planted work. */
  readonly isValid: boolean;
}

interface Place {
  readonly root: string;
  readonly mapFolders: readonly string[];
}

/** Profiles the scripted session in both variants, at every slow-down. */
export async function runProfile(options: ProfileOptions, place: Place): Promise<ProfileResult> {
  const lab = await openLab(options.network);
  const progress = new Progress();
  const settings: Report['settings'] = [];
  const traces: OutputFile[] = [];
  let runCount = 0;
  try {
    for (const slowdown of options.slowdowns) {
      const measured = await measureSetting(lab, slowdown, options, place, progress, () => runCount++);
      settings.push(measured.setting);
      traces.push(...measured.traces);
      console.log(describeSetting(measured.setting, cpus().length));
    }
    const report: Report = {
      format: REPORT_FORMAT,
      version: REPORT_VERSION,
      madeAt: new Date().toISOString(),
      session: 'scripted',
      confidence: CONFIDENCE,
      provenance: await readProvenance(place.root, lab.browser, options.given),
      variants: [...SCRIPTED_VARIANTS, 'tracks' as const].map((name) => ({
        name,
        description: VARIANT_DESCRIPTIONS[name],
      })),
      settings,
      limits: [...LIMITS],
    };
    const files = await writeReport(place.root, options.out, report, traces);
    return { files, isValid: settings.every(({ calibration }) => calibration.every(({ isFound }) => isFound)) };
  } finally {
    await lab.stop();
  }
}

async function measureSetting(
  lab: Lab,
  slowdown: number,
  options: ProfileOptions,
  place: Place,
  progress: Progress,
  nextIndex: () => number,
) {
  const isPlayer = (url: string): boolean => url.includes(`/embed/${VIDEO}`);
  const { planted, calibration } = await calibrateSetting(lab, slowdown, isPlayer, place);
  const runs = await SettingRuns.open({
    slowdown,
    network: options.network,
    variants: SCRIPTED_VARIANTS,
    isPlayer,
    mapFolders: place.mapFolders,
  });
  try {
    let stopped: string | null = null;
    for (let round = 0; stopped === null; round += 1) {
      // Neither variant is always the first.
      const order = round % 2 === 0 ? SCRIPTED_VARIANTS : SCRIPTED_VARIANTS.toReversed();
      const isUnrecordedToo = slowdown === 1 && round < UNRECORDED_ROUNDS;
      const measure = (variant: VariantName) =>
        progress.time(async () => {
          const session = { variant, slowdown, playSeconds: options.playSeconds };
          const processor = isUnrecordedToo ? await measureProcessorTime(lab, session) : undefined;
          return { ...(await runSession(lab, session)), processor };
        });
      await runs.addRound(order, nextIndex, measure, (run) => {
        const left = expectedRounds(runs.soFar(), options.rounds) - round - 1;
        progress.show(run, slowdown, left * order.length);
      });
      stopped = whyEnough(runs.soFar(), options.rounds);
      if (runs.discardedRounds() > DISCARDED_ROUNDS_MAX) stopped ??= TOO_MANY_DISCARDED;
    }
    // If the run with tracks fails, the measured runs still count.
    const tracks = await attemptTracks(() => measureTracks(lab, slowdown, options, isPlayer, place));
    return await runs.finish({ throttle: [...planted.throttle], calibration, stopped }, tracks);
  } finally {
    await runs.close();
  }
}

/** Repeats the run with tracks if its session fails, as it may on a busy machine; `undefined` after too many failures. */
async function attemptTracks(measure: () => Promise<TracksRun>): Promise<TracksRun | undefined> {
  for (let attempt = 0; attempt <= DISCARDED_ROUNDS_MAX; attempt += 1) {
    try {
      return await measure();
    } catch (error) {
      console.error(`The run with the recorder’s tracks broke off: ${String(error)}`);
    }
  }
  console.error('The report has no tracks, and no calls between threads.');
  return undefined;
}

/** Other work on the machine can hide the planted work, so there is a second attempt. If it fails too, the setting is void. */
async function calibrateSetting(lab: Lab, slowdown: number, isPlayer: (url: string) => boolean, place: Place) {
  for (let attempt = 1; ; attempt += 1) {
    const planted = await runPlantedSession(lab, slowdown);
    const calibration = await calibrateBy(planted, isPlayer, place);
    console.log(describeCalibration(slowdown, calibration));
    if (attempt === CALIBRATIONS_MAX || calibration.every(({ isFound }) => isFound)) return { planted, calibration };
  }
}

async function calibrateBy(
  { trace, mainMs, workerMs }: PlantedSession,
  isPlayer: (url: string) => boolean,
  { mapFolders }: Place,
): Promise<PlantedWork[]> {
  const run = await readRun(trace, isPlayer, mapFolders);
  const timeline = timelineOf(run, { run: 0, chosen: '' });
  return calibrate(timeline, [
    { ...PLANTED.main, plantedMs: mainMs },
    { ...PLANTED.worker, plantedMs: workerMs },
  ]);
}

/** An additional run, with the tracks of the recorder. It does not count, because publishing the tracks takes time. */
async function measureTracks(
  lab: Lab,
  slowdown: number,
  options: ProfileOptions,
  isPlayer: (url: string) => boolean,
  { mapFolders }: Place,
): Promise<TracksRun> {
  const { playSeconds } = options;
  const { trace } = await runSession(lab, { variant: 'workers', slowdown, playSeconds, parameters: '&profile=tracks' });
  const run = await readRun(trace, isPlayer, mapFolders);
  const { threads, session } = run;
  const measured = threads.all.map((thread) => ({
    thread,
    measures: measuresOf(trace.events, thread, session.stretch),
  }));
  return { boundary: boundaryOf(measured), run };
}
