import type { Page, Worker } from 'playwright';

/** Living infrastructure workers of the page and its frames, oldest first. */
export const infrastructureWorkers = (page: Page): Worker[] =>
  page.workers().filter((worker) => worker.url().includes('infrastructure'));
