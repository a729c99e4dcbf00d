import manifest from '../package.json' with { type: 'json' };

/** The oldest browsers that are supported, as the build writes them: `chrome 105` is `chrome105`. */
export const OLDEST_BROWSERS: string[] = manifest.browserslist.map((browser) =>
  browser.replace('ios_saf', 'ios').replace(' ', ''),
);
