import manifest from '../package.json' with { type: 'json' };

/** The oldest supported browsers in the build tool's notation: `chrome105` for `chrome 105`. */
export const OLDEST_BROWSERS: string[] = manifest.browserslist.map((browser) =>
  browser.replace('ios_saf', 'ios').replace(' ', ''),
);
