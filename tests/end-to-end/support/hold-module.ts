import type { BrowserContext, Page } from 'playwright';

/** Holds the page's module back until the returned function is called: the longest wait on a slow line or device. */
export async function holdModule(pages: Pick<Page | BrowserContext, 'route'>): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await pages.route('**/assets/page-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
