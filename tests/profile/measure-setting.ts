import { cpus } from 'node:os';
import type { BoundaryRow, VariantName } from '../../src/profile/report/schema/comparison.ts';
import type { Setting } from '../../src/profile/report/schema/report.ts';
import { compareGroups, compareMeasures, compareSteps, type Round } from './analysis/compare.ts';
import { withoutDoubtfulVerdicts } from './analysis/doubtful-verdicts.ts';
import { readRun, type ReadRun } from './analysis/read-run.ts';
import { summarizeRun, type RunSummary } from './analysis/summarize-run.ts';
import { traceFiles } from './output/export-trace.ts';
import { KeptTraces } from './output/kept-traces.ts';
import type { OutputFile } from './output/write-report.ts';
import type { SessionResult } from './session/run-session.ts';
import type { RoundsSoFar } from './statistics/enough-rounds.ts';
import { timelineOf } from './trace/timeline.ts';
import { parseTrace } from './trace/trace-event.ts';

type Run = Setting['runs'][number];

export interface SettingOptions {
  readonly slowdown: number;
  readonly network: string;
  readonly variants: readonly VariantName[];
  readonly isPlayer: (url: string) => boolean;
  readonly mapFolders: readonly string[];
}

/** Facts of a setting without its runs. */
export interface SettingFacts {
  readonly throttle: Setting['throttle'];
  readonly calibration: Setting['calibration'];
  readonly stopped: string;
}

/** The run with the recorder's tracks, which no measure includes. */
export interface TracksRun {
  readonly boundary: readonly BoundaryRow[];
  readonly run: ReadRun;
}

const UNKNOWN_LOAD = { otherCores: 0, busyShare: 0 };

/** Resolves with the message of the error if a session fails: its round is discarded, and the next round may succeed. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | string> {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

/** All runs of one slow-down and network: counts them, compares them, and keeps a trace of each variant. */
export class SettingRuns {
  readonly #options: SettingOptions;
  readonly #traces: ReadonlyMap<VariantName, KeptTraces>;
  readonly #runs: Run[] = [];
  readonly #rounds: Round[] = [];

  private constructor(options: SettingOptions, traces: ReadonlyMap<VariantName, KeptTraces>) {
    this.#options = options;
    this.#traces = traces;
  }

  static async open(options: SettingOptions): Promise<SettingRuns> {
    const traces = await Promise.all(options.variants.map(async (name) => [name, await KeptTraces.open()] as const));
    return new SettingRuns(options, new Map(traces));
  }

  /** Adds a round: a run of each variant, in the given order. If one of its runs fails, no run of the round counts. */
  async addRound(
    order: readonly VariantName[],
    nextIndex: () => number,
    measure: (variant: VariantName) => Promise<SessionResult>,
    onRun: (run: Run) => void,
  ): Promise<void> {
    const round =
      this.#options.variants.length === 0 ? 0 : Math.floor(this.#runs.length / this.#options.variants.length);
    const counted: Partial<Record<VariantName, RunSummary>> = {};
    const kept: (() => Promise<void>)[] = [];
    const note = (run: Run): void => {
      this.#runs.push(run);
      onRun(run);
    };
    for (const variant of order) {
      const index = nextIndex();
      const measured = await attempt(() => this.#measure(measure, variant));
      if (typeof measured === 'string') {
        note({ index, round, variant, ...UNKNOWN_LOAD, mainCpuMs: null, discarded: measured });
        continue;
      }
      const { summary, text, load, fault } = measured;
      const { mainCpuMs } = summary.measures;
      note({ index, round, variant, ...load, mainCpuMs, discarded: fault });
      if (fault !== null) continue;
      counted[variant] = summary;
      kept.push(async () => this.#traces.get(variant)?.add(index, mainCpuMs ?? 0, text));
    }
    if (kept.length < order.length) return this.#discardRound(round);
    this.#rounds.push(counted);
    for (const keep of kept) await keep();
  }

  /** Differences of main, for the decision whether there are enough rounds. */
  soFar(): RoundsSoFar {
    const pairs = this.#rounds.map(({ workers, inline, found }) => ({
      value: (workers ?? found)?.measures.mainCpuMs ?? 0,
      reference: inline?.measures.mainCpuMs ?? null,
    }));
    return {
      differences: pairs.map(({ value, reference }) => value - (reference ?? 0)),
      references: pairs.map(({ value, reference }) => reference ?? value),
    };
  }

  discardedRounds(): number {
    return new Set(this.#runs.filter(({ discarded }) => discarded !== null).map(({ round }) => round)).size;
  }

  async finish(
    facts: SettingFacts,
    tracks?: TracksRun,
  ): Promise<{ readonly setting: Setting; readonly traces: readonly OutputFile[] }> {
    const timelines: Setting['timelines'] = {};
    const traces: OutputFile[] = [];
    for (const [variant, kept] of this.#traces) {
      const shown = await kept.median();
      if (shown === null) continue;
      const run = await readRun(parseTrace(shown.text), this.#options.isPlayer, this.#options.mapFolders);
      const chosen = shown.of === 1 ? 'the only run' : `the median of main of ${shown.of} runs`;
      timelines[variant] = timelineOf(run, { run: shown.run, chosen });
      traces.push(...traceFiles(run, this.#options.slowdown, variant));
    }
    const { slowdown, network } = this.#options;
    if (tracks !== undefined) {
      const { run } = tracks;
      const chosen = 'one further run, which does not count';
      timelines.tracks = timelineOf(run, { run: this.#runs.length, chosen });
      traces.push(...traceFiles(run, slowdown, 'tracks'));
    }
    const setting: Setting = {
      slowdown,
      network,
      ...facts,
      boundary: [...(tracks?.boundary ?? [])],
      runs: this.#runs,
      measures: compareMeasures(this.#rounds, this.#options.slowdown),
      steps: compareSteps(this.#rounds),
      offload: compareGroups(this.#rounds),
      timelines,
    };
    return { setting: withoutDoubtfulVerdicts(setting, cpus().length), traces };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#traces.values()].map((kept) => kept.close()));
  }

  async #measure(measure: (variant: VariantName) => Promise<SessionResult>, variant: VariantName) {
    const { trace, text, load, fault, processor } = await measure(variant);
    const run = await readRun(trace, this.#options.isPlayer, this.#options.mapFolders);
    const { measures, ...rest } = summarizeRun(run);
    return { summary: { ...rest, measures: { ...measures, ...processor } }, text, load, fault };
  }

  #discardRound(round: number): void {
    for (const [index, run] of this.#runs.entries())
      if (run.round === round && run.discarded === null)
        this.#runs[index] = { ...run, discarded: 'the other run of its round does not count' };
  }
}
