import type { VariantName } from '../../../src/profile/report/schema/comparison.ts';
import { PLAYABLE_MARK } from '../trace/milestones.ts';
import type { Trace } from '../trace/trace-event.ts';
import { emptyUrlOf, withEmptyDocument } from './empty-document.ts';
import { installHost } from './host-page.ts';
import { embedUrlOf, type HostPage, type Lab } from './lab.ts';
import { startLoadWatch, type Load } from './load.ts';
import { startProcessorWatch, type ProcessorTime } from './processor-time.ts';
import { recordTrace } from './record-trace.ts';
import { markEnd, runStep, STEPS, watchFirstFrame, type Stage } from './steps.ts';

export interface SessionResult {
  readonly trace: Trace;
  readonly text: string;
  readonly load: Load;
  /** Why the run does not represent its variant; `null` if it does. */
  readonly fault: string | null;
  /** Processor time of the same session without a recording; absent if there was no such session. */
  readonly processor?: ProcessorTime | undefined;
}

export interface SessionOptions {
  readonly variant: VariantName;
  readonly slowdown: number;
  readonly playSeconds: number;
  /** Further parameters of the embed address. */
  readonly parameters?: string;
}

/** One scripted session in a new profile, recorded from before the navigation until after the page was left. */
export async function runSession(lab: Lab, options: SessionOptions): Promise<SessionResult> {
  const host = await lab.openHostPage(options.slowdown);
  try {
    const stage = await stageOf(lab, host, options);
    const load = await startLoadWatch();
    const recording = await recordTrace(host.session);
    const fault = await runSteps(lab, stage, options.variant);
    await markEnd(host.page);
    const { trace, text, isComplete } = await recording.stop();
    return { trace, text, load: load.stop(), fault: isComplete ? fault : 'the browser lost a part of the trace' };
  } finally {
    await host.context.close();
  }
}

/**
 * Runs the session without a recording: sampling wakes every sampled thread five thousand times a second, also an idle
 * thread, and with workers there are more threads.
 */
export async function measureProcessorTime(lab: Lab, options: SessionOptions): Promise<ProcessorTime> {
  const host = await lab.openHostPage(options.slowdown);
  try {
    const stage = await stageOf(lab, host, options);
    const stop = await startProcessorWatch(lab.browser, host);
    const fault = await runSteps(lab, stage, options.variant);
    if (fault !== null) throw new Error(fault);
    return await stop();
  } finally {
    await host.context.close();
  }
}

async function stageOf(lab: Lab, { page, frame }: HostPage, options: SessionOptions): Promise<Stage> {
  await page.evaluate(installHost, { playableMark: PLAYABLE_MARK });
  return {
    page,
    frame,
    embedUrl: embedUrlOf(lab.playerOrigin, options.variant, options.parameters),
    emptyUrl: emptyUrlOf(lab.playerOrigin),
    playSeconds: options.playSeconds,
  };
}

/** Resolves with the reason why the session does not represent its variant; `null` if it does. */
async function runSteps(lab: Lab, stage: Stage, variant: VariantName): Promise<string | null> {
  let fault: string | null = null;
  for (const step of STEPS) {
    if (step.name === 'play') await watchFirstFrame(stage.frame);
    if (step.name !== 'close') {
      await runStep(step, stage);
      continue;
    }
    fault = await faultOf(stage, variant);
    await withEmptyDocument(lab.browser, stage.emptyUrl, () => runStep(step, stage));
  }
  return fault;
}

/** Resolves with the reason why head start or workers do not match the variant; `null` if they do. */
async function faultOf({ page, frame }: Stage, variant: VariantName): Promise<string | null> {
  const hasHeadStart = await frame.evaluate(() => (window.orielBoot?.headStart ?? null) !== null);
  if (hasHeadStart) return 'it had a head start, which the other variant cannot have';
  const workers = page.workers().map((worker) => worker.url());
  if (variant === 'inline') return workers.length === 0 ? null : `it ran ${workers.length} workers with worker=off`;
  const missing = ['infrastructure.worker', 'media.worker'].find((name) => !workers.some((url) => url.includes(name)));
  return missing === undefined ? null : `its ${missing} was not running at the end: the page had fallen back to main`;
}
