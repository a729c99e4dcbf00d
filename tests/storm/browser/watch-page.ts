import type { Page } from 'playwright';

export interface Watched {
  /** Errors of the console and uncaught exceptions, in every frame. */
  readonly problems: readonly string[];
  /** Requests without an end, and when they began: wall time by address. */
  readonly pending: ReadonlyMap<string, number>;
}

/** From now on. */
export function watchPage(page: Page): Watched {
  const problems: string[] = [];
  const pending = new Map<string, number>();
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('request', (request) => pending.set(request.url(), Date.now()));
  page.on('requestfinished', (request) => pending.delete(request.url()));
  page.on('requestfailed', (request) => pending.delete(request.url()));
  return { problems, pending };
}
