import type { Page } from 'playwright';

/** Whether a frame or a worker of the page has received a file of this part, perhaps without having run it. */
export async function hasRequested(page: Page, part: string): Promise<boolean> {
  const isListed = (name: string): boolean =>
    performance.getEntriesByType('resource').some((entry) => entry.name.includes(`/${name}-`));
  const answers = await Promise.all([
    ...page.frames().map((frame) => frame.evaluate(isListed, part)),
    ...page.workers().map((worker) => worker.evaluate(isListed, part)),
  ]);
  return answers.includes(true);
}
