import { chromium, type Browser } from 'playwright';
import { inject } from 'vitest';
import { CHROMIUM_FLAGS, PARTITION_STORAGE_FLAG, findChromium } from '../../../../.ci/chromium.mjs';

/**
 * A browser with its default features. The test library turns off storage partitioning, which leaves frames of other
 * sites without storage, and the back/forward cache. The last list of features wins: this one replaces the library's.
 */
export const launchRealBrowser = (): Promise<Browser> => launchWhole(PARTITION_STORAGE_FLAG);

/** A browser that refuses storage to frames of other sites. */
export const launchBrowserWithoutStorage = (): Promise<Browser> => launchWhole();

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
