import type { BrowserContext, Page } from 'playwright';

type Pages = Pick<Page | BrowserContext, 'route'>;

/** Holds the page's module back until the returned function is called: the longest wait on a slow line or device. */
export const holdModule = (pages: Pages): Promise<() => void> => holdScript(pages, 'page');

/** The same of the engine. */
export const holdEngine = (pages: Pages): Promise<() => void> => holdScript(pages, 'hls-engine');

async function holdScript(pages: Pages, name: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await pages.route(`**/assets/${name}-*.js`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
