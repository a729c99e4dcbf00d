import type { VariantName } from '../../../src/profile/report/schema/comparison.ts';
import { PLAYABLE_MARK } from '../trace/milestones.ts';
import type { Trace } from '../trace/trace-event.ts';
import { emptyUrlOf, withEmptyDocument } from './empty-document.ts';
import { installHost } from './host-page.ts';
import { embedUrlOf, type HostPage, type Lab } from './lab.ts';
import { startLoadWatch, type Load } from './load.ts';
import { recordTrace } from './record-trace.ts';
import { markEnd, runStep, STEPS, watchFirstFrame, type Stage } from './steps.ts';

export interface SessionResult {
  readonly trace: Trace;
  readonly text: string;
  readonly load: Load;
  /** Why the run says nothing about its variant; `null` if it does. */
  readonly fault: string | null;
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
    const { page, frame, session } = host;
    await page.evaluate(installHost, { playableMark: PLAYABLE_MARK });
    const stage: Stage = {
      page,
      frame,
      embedUrl: embedUrlOf(lab.playerOrigin, options.variant, options.parameters),
      emptyUrl: emptyUrlOf(lab.playerOrigin),
      playSeconds: options.playSeconds,
    };
    const load = await startLoadWatch();
    const recording = await recordTrace(session);
    let fault: string | null = null;
    for (const step of STEPS) {
      if (step.name === 'play') await watchFirstFrame(frame);
      if (step.name !== 'close') {
        await runStep(step, stage);
        continue;
      }
      fault = await faultOf(host, options.variant);
      await withEmptyDocument(lab.browser, stage.emptyUrl, () => runStep(step, stage));
    }
    await markEnd(page);
    const { trace, text, isComplete } = await recording.stop();
    return { trace, text, load: load.stop(), fault: isComplete ? fault : 'the browser lost a part of the trace' };
  } finally {
    await host.context.close();
  }
}

/** The variants have to be what they are called. */
async function faultOf({ page, frame }: HostPage, variant: VariantName): Promise<string | null> {
  const hasHeadStart = await frame.evaluate(() => (window.orielBoot?.headStart ?? null) !== null);
  if (hasHeadStart) return 'it had a head start, which the other variant cannot have';
  const workers = page.workers().map((worker) => worker.url());
  if (variant === 'inline') return workers.length === 0 ? null : `it ran ${workers.length} workers with worker=off`;
  const missing = ['infrastructure.worker', 'media.worker'].find((name) => !workers.some((url) => url.includes(name)));
  return missing === undefined ? null : `its ${missing} was not running at the end: the page had fallen back to main`;
}
