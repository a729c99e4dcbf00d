import { chromium, type Browser, type BrowserContext, type Frame, type Page } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../../../.ci/chromium.mjs';
import { keepNotices } from './notices.ts';

/** `extraFlags` replace the usual ones of the same name. */
export function launchBrowser(extraFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    args: [
      ...CHROMIUM_FLAGS.filter((flag) => !extraFlags.some((extra) => nameOf(extra) === nameOf(flag))),
      ...extraFlags,
    ],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}

const nameOf = (flag: string): string => flag.split('=', 1)[0] ?? flag;

/** Long enough for a loaded machine, short enough to learn of a failure soon. */
const ACTION_TIMEOUT_MS = 10_000;

export type PageOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console, uncaught exceptions, in every frame. */
  readonly problems: readonly string[];
}

/** A page of its own context, with everything a developer would see in red kept. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  await keepNotices(context);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  return { page, context, problems };
}

/** The frame whose address has `part` in it, once it is there. */
export async function findFrame(page: Page, part: string): Promise<Frame> {
  const deadlineMs = Date.now() + 10_000;
  for (;;) {
    const frame = page.frames().find((candidate) => candidate.url().includes(part));
    if (frame !== undefined) return frame;
    if (Date.now() > deadlineMs)
      throw new Error(`no frame with ${part} among ${page.frames().map((one) => one.url())}`);
    await page.waitForTimeout(50);
  }
}
