import { ENGLISH } from '../../../src/page/language/english.ts';

/** Places without a label. */
export const NAMED_PLACES: readonly (readonly [selector: string, name: string])[] = [
  ['.profiler [role="tabpanel"]', 'Stats view'],
  ['.profiler', ENGLISH.stats],
  // Has lines of that menu alone.
  ['.context-menu', ENGLISH.more],
  ['.title-bar', 'Title'],
  ['.sphere', 'Picture'],
  ['#big-play', 'Poster'],
  // The pause button of the HTML is the bar's until that has loaded.
  ['.first-pause', ENGLISH.controls],
  ['.top-actions', 'Top'],
  ['.resume-question', ENGLISH.rememberPlace],
  ['.corner', 'Corner'],
  ['.error-card', 'Error'],
  ['.look-pad', ENGLISH.lookAround],
  ['.look-controls', 'Compass'],
  ['.window-cover', ENGLISH.inPictureInPicture],
];

/** Controls with other labels from video to video, and lists of which one entry stands for all. */
export const NAMED_CONTROLS: readonly (readonly [selector: string, name: string])[] = [
  ['.title-link', 'Video'],
  ['.author-link', 'Author'],
  ['.time-chapter', 'Chapter'],
  ['.live', ENGLISH.live],
  ['[data-row="sexual"], [data-row="sexual"] ~ .menu-item', 'Reason'],
  ['.chapters .menu-item', 'Chapter'],
  ['.playlist-panel .menu-item', 'Video'],
  ['.transcript-line', 'Line'],
  ['.privacy-list button', 'Delete'],
  ['.end-card', 'Suggestion'],
  ['.error-actions a', ENGLISH.watchOn],
  ['.error-actions .quiet', ENGLISH.copyDetails],
  ['canvas.sphere', 'View'],
  ['[role="tabpanel"]', 'Scrolling part'],
  ['.profiler-plot', 'Plot'],
  ['.profiler-threads [aria-label="Plot"] button:last-of-type', 'Copy as text'],
  ['.profiler-spans button', 'Span'],
];
