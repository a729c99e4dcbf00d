import type { Page } from 'playwright';

export interface Watched {
  /** Errors of the console and uncaught exceptions, in every frame. */
  readonly problems: readonly string[];
  /** Requests that have not ended: wall time of their start, by address. */
  readonly pending: ReadonlyMap<string, number>;
}

/** Collects errors and pending requests of the page from now on. */
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
