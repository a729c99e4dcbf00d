import {
  actions,
  around,
  contextMenu,
  enter,
  error,
  more,
  panel,
  pause,
  paused,
  playing,
  press,
  see,
  settings,
  settingsPage,
  state,
  stats,
  steps,
  subscribed,
  watchPast,
  type Way,
} from './steps.ts';
import type { Fault } from './viewer.ts';

/** A state of the screen, and the steps that lead to it. */
export interface Screen {
  readonly name: string;
  /** Path of the embed page, with its parameters. */
  readonly path: string;
  readonly fault?: Fault;
  /** Whether the screen exists only while an element has the keyboard focus. */
  readonly needsFocus?: true;
  /** Whether the provider would store the viewer's actions on this screen. */
  readonly isRemembered?: true;
  readonly reach: Way;
}

const PLAY = '/embed/orieldemo01?autoplay=1&mute=1';
const LIST = '/embed/videoseries?list=PLorieldemolist001&autoplay=1&mute=1';
const LIVE = '/embed/oriellive01?autoplay=1&mute=1';
const SPHERE = '/embed/orielsphere?autoplay=1&mute=1&loop=1';

/** Watches far enough for the player to offer to resume. */
const partlyWatched = steps(playing, press('5'), watchPast(13), pause);

/** Waits for the spinner over the poster, which appears after a delay. */
const seeRing: Way = (viewer) =>
  viewer.seeThat((document) => {
    const poster = document.querySelector('#poster');
    return poster !== null && getComputedStyle(poster, '::after').opacity === '1';
  });

/** Every state of the screen that a viewer can reach; used by the accessibility tests and the states page. */
export const SCREENS: readonly Screen[] = [
  { name: 'poster', path: '/embed/orieldemo01', reach: (viewer) => viewer.seeCued() },
  { name: 'playing', path: PLAY, reach: playing },
  { name: 'paused', path: PLAY, reach: paused },
  { name: 'captions on', path: `${PLAY}&cc_load_policy=1`, reach: steps(paused, press('6'), see('.caption-line')) },
  {
    name: 'seek bar with focus',
    path: PLAY,
    needsFocus: true,
    reach: steps(paused, press('ArrowRight', '.seek-input'), see('.seek-preview')),
  },
  { name: 'settings', path: PLAY, reach: settings },
  { name: 'quality', path: PLAY, reach: settingsPage('quality') },
  { name: 'sound', path: PLAY, reach: settingsPage('moreSettings', 'sound') },
  { name: 'speed', path: PLAY, reach: settingsPage('speed') },
  { name: 'captions menu', path: PLAY, reach: settingsPage('captions') },
  { name: 'caption style', path: PLAY, reach: settingsPage('captions', 'captionStyle') },
  { name: 'context menu', path: PLAY, reach: contextMenu },
  {
    name: 'about',
    path: PLAY,
    reach: steps(contextMenu, enter('.context-menu .menu-item:last-child'), see('.about')),
  },
  {
    name: 'privacy',
    path: PLAY,
    reach: steps(
      settings,
      enter('.settings [data-row="moreSettings"]'),
      enter('.settings [data-row="privacy"]'),
      see('.privacy-list li'),
    ),
  },
  { name: 'stats', path: PLAY, reach: stats },
  {
    name: 'threads',
    path: PLAY,
    reach: steps(stats, press('ArrowRight', '.profiler [aria-selected="true"]'), see('.profiler-table tbody tr')),
  },
  { name: 'keys', path: PLAY, reach: steps(paused, press('?'), see('.shortcuts')) },
  { name: 'error that is final', path: '/embed/unknown0000', reach: error },
  { name: 'refused', path: '/embed/orielblockd', reach: steps(error, see('.error-card a')) },
  { name: 'error with another try', path: `${PLAY}&worker=off`, fault: 'media fail', reach: error },
  { name: 'offline', path: PLAY, reach: steps(paused, (viewer) => viewer.loseNetwork(), see('.banner')) },
  { name: 'live', path: LIVE, reach: playing },
  {
    name: 'behind live',
    path: LIVE,
    reach: steps(playing, watchPast(20), press('Home', '.seek-input'), see('.live:not([data-at-head])')),
  },
  { name: 'playlist', path: LIST, reach: paused },
  { name: 'playlist panel', path: LIST, reach: panel('playlist', '.playlist-panel') },
  { name: 'next video announced', path: LIST, reach: steps(playing, press('9'), see('.up-next'), pause) },
  { name: 'share', path: PLAY, reach: steps(playing, press('5'), panel('share', '.share-start')) },
  { name: 'more', path: LIST, reach: more },
  { name: 'more actions', path: LIST, reach: actions },
  { name: 'more settings', path: PLAY, reach: settingsPage('moreSettings') },
  { name: 'chapters', path: PLAY, reach: steps(more, enter('[data-row="chapters"]'), see('.chapters [aria-current]')) },
  { name: 'transcript', path: PLAY, reach: steps(more, enter('[data-row="transcript"]'), see('.transcript-line')) },
  { name: 'more, subscribed', path: PLAY, isRemembered: true, reach: subscribed },
  {
    name: 'notifications',
    path: PLAY,
    isRemembered: true,
    reach: steps(subscribed, enter('[data-row="notifications"]'), see('.menu-back')),
  },
  {
    name: 'report sent',
    path: PLAY,
    reach: steps(
      actions,
      enter('.more-menu [data-row="report"]'),
      enter('.more-menu [data-row="spam"]'),
      // Skips the notice of the pause, which only has an icon.
      see('.notice:not([data-icon-only])'),
    ),
  },
  {
    name: 'sound is offered',
    path: '/embed/orieldemo01?autoplay=1',
    fault: 'sound needs a gesture',
    reach: steps(playing, see('.unmute')),
  },
  {
    name: 'going on is offered',
    path: `${PLAY}&consent=functional`,
    reach: steps(partlyWatched, (viewer) => viewer.reload(), see('.corner-button:not(.unmute)')),
  },
  { name: 'remembering is offered', path: PLAY, reach: steps(partlyWatched, see('.resume-question')) },
  {
    name: 'a section repeats',
    path: PLAY,
    reach: steps(paused, ...['2', 'r', '6', 'r'].map((key) => press(key)), see('.seek-section')),
  },
  {
    name: 'waiting for data',
    path: PLAY,
    fault: 'segments never come',
    reach: steps(state('buffering'), seeRing),
  },
  { name: 'video all around', path: SPHERE, reach: around },
  { name: 'buttons for looking around', path: SPHERE, reach: steps(around, enter('.compass'), see('.look-pad')) },
  { name: 'keys of a video all around', path: SPHERE, reach: steps(around, press('?'), see('.shortcuts')) },
  { name: 'ended', path: PLAY, reach: steps(playing, press('End'), state('ended'), see('.end-card')) },
];
