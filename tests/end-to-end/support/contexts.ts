import type { Browser, BrowserContext } from 'playwright';
import { describePlayers } from './describe-players.ts';
import { keepNotices } from './notices.ts';

export type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** For tests of what narrow players omit, and of positions in the picture. */
export const WIDE = { width: 1280, height: 720 };
/** The usual size of embeds. Every picture is drawn by the processor here, so size costs time. */
const VIEWPORT = { width: 640, height: 360 };
/** Allows for a busy machine. A wait ends as soon as its condition holds. */
const ACTION_TIMEOUT_MS = 60_000;

export interface Evidence {
  /** Paths. */
  readonly traces: string[];
  /** A line for each. */
  readonly players: string[];
}

/** Traces take an eighth of a test's processor time, so the runner keeps them only where files are named. */
const IS_TRACED = process.env['ORIEL_TRACES'] === '1';

/** The browser contexts of one test, closed together. */
export class Contexts {
  readonly #opened: BrowserContext[] = [];

  async open(browser: Browser, options: ContextOptions = {}): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: VIEWPORT, ...options });
    this.#opened.push(context);
    context.setDefaultTimeout(ACTION_TIMEOUT_MS);
    await keepNotices(context);
    // Neither screenshots nor snapshots: they evaluate in the page and cost time.
    if (IS_TRACED) await context.tracing.start({ screenshots: false, snapshots: false });
    return context;
  }

  async close(): Promise<void> {
    for (const context of this.#opened.splice(0)) await context.close();
  }

  /**
   * Examines a failed test: writes the trace of each context to `tracePath` where there is one, and reads what its
   * players were doing.
   */
  async examine(tracePath: (index: number) => string): Promise<Evidence> {
    const evidence: Evidence = { traces: [], players: [] };
    for (const [index, context] of this.#opened.entries()) {
      evidence.players.push(...(await describePlayers(context)));
      const path = tracePath(index);
      if (await saveTrace(context, path)) evidence.traces.push(path);
    }
    return evidence;
  }
}

/** There may be none, or the test has closed the context or its browser, and the trace with it. */
const saveTrace = (context: BrowserContext, path: string): Promise<boolean> =>
  context.tracing.stop({ path }).then(
    () => true,
    () => false,
  );
