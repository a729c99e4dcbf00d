import type { Frame, Page } from 'playwright';
import { animationFrames } from '../../end-to-end/support/player-page.ts';
import type { Lab } from '../lab.ts';
import { judgeStates } from '../judge/state-sequence.ts';
import { judge } from '../judge/judge.ts';
import type { Script, Step } from '../script/script.ts';
import { awaitRest, type Patience, type Rest } from './await-rest.ts';
import { startHost } from './host-page.ts';
import { observe, type Observation } from './observe.ts';
import { perform, type Stage } from './perform.ts';
import { recordFrame } from './record-frame.ts';
import type { DocumentStage } from './records.ts';
import { Reference } from './reference.ts';
import { readTrace, type Trace } from './trace.ts';
import { watchPage, type Watched } from './watch-page.ts';

export interface TrialResult {
  readonly script: Script;
  /** Empty if the player has fulfilled all requests. */
  readonly faults: readonly string[];
  readonly wanted: string;
  readonly seen: Observation | null;
  readonly trace: Trace;
  readonly tookMs: number;
}

const OPEN_TIMEOUT_MS = 30_000;

/** Runs a script in a separate page, and compares the state of the player with the wanted state. */
export async function runTrial(lab: Lab, script: Script): Promise<TrialResult> {
  const openedAtMs = Date.now();
  const { context, close } = await lab.openContext(script.line);
  context.setDefaultTimeout(OPEN_TIMEOUT_MS);
  const page = await context.newPage();
  try {
    const trial = await Trial.begin(page, lab, script);
    const faults = await trial.run();
    const { seen, wanted } = trial;
    const trace = await trial.readTrace();
    return { script, faults, wanted, seen, trace, tookMs: Date.now() - openedAtMs };
  } catch (error) {
    const faults = [`could not be run: ${String(error)}`];
    return { script, faults, wanted: '', seen: null, trace: [], tookMs: Date.now() - openedAtMs };
  } finally {
    await close();
  }
}

class Trial {
  readonly stage: Stage;
  readonly startedAtMs: number;
  seen: Observation | null = null;
  wanted = '';
  readonly #script: Script;
  readonly #reference: Reference;
  readonly #watched: Watched;

  private constructor(script: Script, stage: Stage, startedAtMs: number, watched: Watched) {
    this.#script = script;
    this.stage = stage;
    this.startedAtMs = startedAtMs;
    this.#watched = watched;
    this.#reference = new Reference(script, startedAtMs);
  }

  /** Slows the frame down and gives it the keyboard's focus before it navigates to the player. */
  static async begin(page: Page, lab: Lab, script: Script): Promise<Trial> {
    await page.addInitScript(recordFrame);
    const stages = await watchDocument(page);
    await page.goto(lab.hostUrl);
    const element = await page.waitForSelector('iframe');
    const frame = await element.contentFrame();
    if (frame === null) throw new Error('the host page has no frame');
    await slowDown(frame, script.cpu);
    await element.focus();
    const watched = watchPage(page);
    const usesScript = script.host === 'api';
    const start = { embedUrl: lab.playerOrigin + script.page.path, usesScript };
    const startedAtMs = await page.evaluate(startHost, start);
    if (!usesScript) void stages.parsed.then(() => page.evaluate(() => window.stormHost?.greet()));
    return new Trial(script, { page, frame, ...stages, usesScript, skipped: new Set() }, startedAtMs, watched);
  }

  /** Runs the phases up to the first phase with faults, since a later phase would begin in a wrong state. */
  async run(): Promise<string[]> {
    let startMs = this.startedAtMs;
    for (const steps of this.#script.phases) {
      const faults = await this.#runPhase(steps, startMs);
      if (faults.length > 0) return faults;
      startMs = Date.now();
    }
    return [];
  }

  readTrace(): Promise<Trace> {
    return readTrace(this.stage, this.#watched.pending, this.startedAtMs);
  }

  async #runPhase(steps: readonly Step[], startMs: number): Promise<string[]> {
    const failure = await perform(this.stage, steps, startMs).then(
      () => undefined,
      (error: unknown) => `could not be done: ${String(error).split('\n', 1)[0]}`,
    );
    await this.stage.painted;
    const rest = await awaitRest(
      () => observe(this.stage.page, this.stage.frame),
      (seen) => this.#judge(seen),
      patienceOf(this.#script),
    );
    this.seen = rest.seen;
    this.wanted = this.#reference.describe(rest.seen);
    this.#reference.settle(rest.seen);
    return [...(failure === undefined ? [] : [failure]), ...restFaults(rest)];
  }

  #judge(seen: Observation): string[] {
    return [
      ...this.#reference.missing(seen, this.stage.skipped),
      ...judge(this.#reference.wish(seen), seen),
      ...judgeStates(seen.told.states),
      ...this.#watched.problems,
    ];
  }
}

function restFaults({ isAtRest, faults }: Rest): string[] {
  return isAtRest ? [...faults] : ['did not come to rest', ...faults];
}

async function watchDocument(page: Page): Promise<Record<DocumentStage, Promise<void>>> {
  const reached = new Map<DocumentStage, () => void>();
  const wait = (stage: DocumentStage): Promise<void> =>
    new Promise((resolve, reject) => {
      reached.set(stage, resolve);
      setTimeout(() => reject(new Error(`the document of the player was not ${stage}`)), OPEN_TIMEOUT_MS);
    });
  // Presses wait until the host page has painted with the painted frame in it.
  const painted = wait('painted').then(() => animationFrames(page, 2));
  const stages = { parsed: wait('parsed'), painted };
  // A stage that no step waits for must not become an unhandled rejection.
  for (const stage of Object.values(stages)) stage.catch(() => undefined);
  await page.exposeFunction('stormHasReached', (stage: DocumentStage) => reached.get(stage)?.());
  return stages;
}

async function slowDown(frame: Frame, rate: number): Promise<void> {
  const session = await frame.page().context().newCDPSession(frame);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Slow trials have more time. The limits are long, because only a lost trial waits for them. */
function patienceOf({ cpu, line }: Script): Patience {
  const isFast = cpu === 1 && line === 'fast';
  return isFast
    ? { quietMs: 700, graceMs: 6_000, deadlineMs: 20_000 }
    : { quietMs: 900, graceMs: 10_000, deadlineMs: 35_000 };
}
