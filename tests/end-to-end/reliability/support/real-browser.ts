import { chromium, type Browser } from 'playwright';
import { inject } from 'vitest';
import { CHROMIUM_FLAGS, REFUSE_STORAGE_FLAG, findChromium } from '../../../../.ci/chromium.mjs';

/** A browser that keeps pages in the back/forward cache, as browsers of viewers do. */
export const launchRealBrowser = (): Promise<Browser> => launchWhole();

/** The same, refusing storage to frames of other sites. */
export const launchBrowserWithoutStorage = (): Promise<Browser> => launchWhole(REFUSE_STORAGE_FLAG);

/** Windows and all, unlike the browser of other tests. */
function launchWhole(...flags: string[]): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    tracesDir: inject('tracesFolder'),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [...CHROMIUM_FLAGS, ...flags],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}
