import { CHROMIUM_FLAGS, findChromium } from '../../../../.ci/chromium.mjs';
import { findFirefox, findWebKit } from '../../../../.ci/other-browsers.mjs';
import type { MediaPath } from '../../../../protocol/media/media-engine.ts';
import { launchWithPuppeteer } from './puppeteer-browser.ts';
import type { TestBrowser } from './test-browser.ts';
import { launchWebKit } from './webkit-browser.ts';

export interface BrowserKind {
  readonly name: string;
  /** The path by which it plays streams. */
  readonly streamPath: MediaPath;
  /** `undefined`: the program is not on this machine. */
  readonly launch: (() => Promise<TestBrowser>) | undefined;
  /** All other end-to-end tests run in it. */
  readonly hasOwnFiles?: true;
  /** Packages that have to be installed. */
  readonly needs: string;
}

export function chromiumKind(): BrowserKind {
  const program = findChromium();
  return {
    name: 'Chromium',
    streamPath: 'worker',
    hasOwnFiles: true,
    launch:
      program === undefined
        ? undefined
        : () => launchWithPuppeteer({ browser: 'chrome', program, flags: CHROMIUM_FLAGS }),
    needs: 'a Chromium',
  };
}

/** Firefox has no MediaSource in workers. */
export function firefoxKind(): BrowserKind {
  const programs = findFirefox();
  return {
    name: 'Firefox',
    streamPath: 'main',
    launch:
      programs === undefined
        ? undefined
        : () => launchWithPuppeteer({ browser: 'firefox', program: programs.browser, screenProgram: programs.screen }),
    needs: 'firefox-esr and xvfb',
  };
}

/** WebKit has no MediaSource in workers either. */
export function webKitKind(): BrowserKind {
  const programs = findWebKit();
  return {
    name: 'WebKit',
    streamPath: 'main',
    launch: programs === undefined ? undefined : () => launchWebKit(programs),
    needs: 'webkit2gtk-driver, xvfb and gstreamer1.0-libav, -plugins-good and -plugins-bad',
  };
}
