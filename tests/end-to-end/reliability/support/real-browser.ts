import { chromium, type Browser } from 'playwright';
import { CHROMIUM_FLAGS, PARTITION_STORAGE_FLAG, findChromium } from '../../../../.ci/chromium.mjs';

/**
 * A browser as people have it. The test library turns off storage partitioning, which makes a frame of another site one
 * that may store nothing, and the back/forward cache. The last list of features wins, so this one replaces the library's.
 */
export function launchRealBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [...CHROMIUM_FLAGS, PARTITION_STORAGE_FLAG],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}
