import { chromium, type Browser, type BrowserContext, type Frame, type LaunchOptions, type Page } from 'playwright';
import { CHROMIUM_FLAGS, findHeadlessShell } from '../../../.ci/chromium.mjs';
import type { ContextOptions } from './contexts.ts';

/** `extraFlags` replace the usual ones of the same name. */
export function launchBrowser(extraFlags: readonly string[] = [], options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findHeadlessShell();
  return chromium.launch({
    ...options,
    args: [
      ...CHROMIUM_FLAGS.filter((flag) => !extraFlags.some((extra) => nameOf(extra) === nameOf(flag))),
      ...extraFlags,
    ],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}

const nameOf = (flag: string): string => flag.split('=', 1)[0] ?? flag;

export interface PageOptions extends ContextOptions {
  /** A separate browser, not the one that all tests share. */
  readonly inBrowser?: Browser;
}

export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console, uncaught exceptions, in every frame. */
  readonly problems: readonly string[];
}

/** A page of a context that records all console errors. */
export async function watchPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  return { page, context, problems };
}

/** The frame whose address contains `part`, once it exists. */
export async function findFrame(page: Page, part: string): Promise<Frame> {
  const find = () => page.frames().find((candidate) => candidate.url().includes(part));
  return find() ?? page.waitForEvent('framenavigated', { predicate: (frame) => frame.url().includes(part) });
}
