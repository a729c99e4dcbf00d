import type { VariantName } from '../../src/profile/report/schema/comparison.ts';

export const VARIANT_DESCRIPTIONS: Readonly<Record<VariantName, string>> = {
  workers: 'The player as it is built: infrastructure worker and media worker.',
  inline: 'The same build with worker=off: the same service and hls.js on the main thread.',
  tracks:
    'One run more of the player with workers and profile=tracks: it shows the recorder’s own tracks, which cost something, and does not count.',
  found: 'The page as it was found.',
};

/** Limits of the figures. Shown with every report. */
export const LIMITS: readonly string[] = [
  'Chromium alone. Other browsers schedule workers, timers and media otherwise, and tell less.',
  'The slow-down reaches main threads only. Work in a worker is counted at the full speed of the processor; on a slow device it takes longer there too, so compare milliseconds of main with milliseconds of main.',
  'Neither variant has the head start (the stream that starts before the scripts), because without workers there is none: both are cued, and asked by the host page to play. With autoplay or a press, the player with workers shows its first frame sooner than here.',
  'The server runs with ORIEL_BENCH=1, which adds a hook for the 1000 events. A headless browser hides no page: hidden and back are told to the page, whose frames the browser still draws.',
  'Tracing and sampling take time themselves, on every thread that they watch. Differences between variants are of interest, not sums. Measures without recording are of one more session of a round, and compare with each other alone.',
  'Time of script is divided among groups by samples, about one in 0.2 ms; small groups are coarse.',
  'Intervals are Student’s, paired by round, at 95 %: of twenty rows that do not differ, one looks as if it did. Rounds end when the interval of the main measure is narrow, never because of where it lies.',
  'Lanes, flame graph, pictures and trace files show the run whose CPU of main is the median of its variant; pictures are of the whole host page, and taking them costs other processes time. Calls between threads are of one run more, with the recorder’s tracks on.',
];

export const LIMITS_OF_FOUND_PAGES: readonly string[] = [
  'This page was profiled as it is: nobody pressed, sought or logged anything, there is no second variant to compare with, no calibration, and the script of the session did not run.',
  'Functions have their names in the sources only where the scripts are those of the build in dist/.',
];
