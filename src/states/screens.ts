import {
  actions,
  state,
  playing,
  pause,
  paused,
  settings,
  settingsPage,
  error,
  panel,
  contextMenu,
  stats,
  subscribed,
  around,
} from './steps.ts';
import type { Fault, Viewer } from './viewer.ts';

/** One state of the screen, and how a viewer gets there. */
export interface Screen {
  readonly name: string;
  /** Path of the embed page, with its parameters. */
  readonly path: string;
  readonly fault?: Fault;
  /** Exists only while an element has the keyboard focus. */
  readonly needsFocus?: true;
  /** Whether the provider would store the viewer's actions on this screen. */
  readonly isRemembered?: true;
  readonly reach: (viewer: Viewer) => Promise<void>;
}

const PLAY = '/embed/orieldemo01?autoplay=1&mute=1';
const LIST = '/embed/videoseries?list=PLorieldemolist001&autoplay=1&mute=1';
const LIVE = '/embed/oriellive01?autoplay=1&mute=1';
const SPHERE = '/embed/orielsphere?autoplay=1&mute=1&loop=1';

/** Every state of the screen that a viewer can be in: the accessibility tests and the states page go through them. */
export const SCREENS: readonly Screen[] = [
  { name: 'poster', path: '/embed/orieldemo01', reach: (viewer) => viewer.seeCued() },
  { name: 'playing', path: PLAY, reach: playing },
  { name: 'paused', path: PLAY, reach: paused },
  {
    name: 'captions on',
    path: `${PLAY}&cc_load_policy=1`,
    async reach(viewer) {
      await paused(viewer);
      await viewer.press('6');
      await viewer.see('.caption-line');
    },
  },
  {
    name: 'seek bar with focus',
    path: PLAY,
    needsFocus: true,
    async reach(viewer) {
      await paused(viewer);
      await viewer.press('ArrowRight', '.seek-input');
      await viewer.see('.seek-preview');
    },
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
    async reach(viewer) {
      await contextMenu(viewer);
      await viewer.press('Enter', '.context-menu .menu-item:last-child');
      await viewer.see('.about');
    },
  },
  {
    name: 'privacy',
    path: PLAY,
    async reach(viewer) {
      await settings(viewer);
      await viewer.press('Enter', '.settings [data-row="moreSettings"]');
      await viewer.press('Enter', '.settings [data-row="privacy"]');
      await viewer.see('.privacy-list li');
    },
  },
  { name: 'stats', path: PLAY, reach: stats },
  {
    name: 'threads',
    path: PLAY,
    async reach(viewer) {
      await stats(viewer);
      await viewer.press('ArrowRight', '.profiler [aria-selected="true"]');
      await viewer.see('.profiler-table tbody tr');
    },
  },
  {
    name: 'keys',
    path: PLAY,
    async reach(viewer) {
      await paused(viewer);
      await viewer.press('?');
      await viewer.see('.shortcuts');
    },
  },
  { name: 'error that is final', path: '/embed/unknown0000', reach: error },
  {
    name: 'refused',
    path: '/embed/orielblockd',
    async reach(viewer) {
      await error(viewer);
      await viewer.see('.error-card a');
    },
  },
  { name: 'error with another try', path: `${PLAY}&worker=off`, fault: 'media fail', reach: error },
  {
    name: 'offline',
    path: PLAY,
    async reach(viewer) {
      await paused(viewer);
      await viewer.loseNetwork();
      await viewer.see('.banner');
    },
  },
  { name: 'live', path: LIVE, reach: playing },
  {
    name: 'behind live',
    path: LIVE,
    async reach(viewer) {
      await playing(viewer);
      await viewer.watchPast(20);
      await viewer.press('Home', '.seek-input');
      await viewer.see('.live:not([data-at-head])');
    },
  },
  { name: 'playlist', path: LIST, reach: paused },
  { name: 'playlist panel', path: LIST, reach: panel('playlist', '.playlist-panel') },
  {
    name: 'next video announced',
    path: LIST,
    async reach(viewer) {
      await playing(viewer);
      await viewer.press('9');
      await viewer.see('.up-next');
      await pause(viewer);
    },
  },
  {
    name: 'share',
    path: PLAY,
    async reach(viewer) {
      await playing(viewer);
      await viewer.press('5');
      await panel('share', '.share-start')(viewer);
    },
  },
  { name: 'more', path: LIST, reach: panel('more', '.more-menu') },
  { name: 'more actions', path: LIST, reach: actions },
  { name: 'more settings', path: PLAY, reach: settingsPage('moreSettings') },
  {
    name: 'chapters',
    path: PLAY,
    async reach(viewer) {
      await panel('more', '.more-menu')(viewer);
      await viewer.press('Enter', '[data-row="chapters"]');
      await viewer.see('.chapters [aria-current]');
    },
  },
  {
    name: 'transcript',
    path: PLAY,
    async reach(viewer) {
      await panel('more', '.more-menu')(viewer);
      await viewer.press('Enter', '[data-row="transcript"]');
      await viewer.see('.transcript-line');
    },
  },
  { name: 'more, subscribed', path: PLAY, isRemembered: true, reach: subscribed },
  {
    name: 'notifications',
    path: PLAY,
    isRemembered: true,
    async reach(viewer) {
      await subscribed(viewer);
      await viewer.press('Enter', '[data-row="notifications"]');
      await viewer.see('.menu-back');
    },
  },
  {
    name: 'report sent',
    path: PLAY,
    async reach(viewer) {
      await actions(viewer);
      await viewer.press('Enter', '.more-menu [data-row="report"]');
      await viewer.press('Enter', '.more-menu [data-row="spam"]');
      // The bubble of the pause has no words.
      await viewer.see('.notice:not([data-icon-only])');
    },
  },
  {
    name: 'sound is offered',
    path: '/embed/orieldemo01?autoplay=1',
    fault: 'sound needs a gesture',
    async reach(viewer) {
      await playing(viewer);
      await viewer.see('.unmute');
    },
  },
  {
    name: 'going on is offered',
    path: `${PLAY}&consent=functional`,
    async reach(viewer) {
      await playing(viewer);
      await viewer.press('5');
      await viewer.watchPast(13);
      await pause(viewer);
      await viewer.reload();
      await viewer.see('.corner-button:not(.unmute)');
    },
  },
  {
    name: 'remembering is offered',
    path: PLAY,
    async reach(viewer) {
      await playing(viewer);
      await viewer.press('5');
      await viewer.watchPast(13);
      await pause(viewer);
      await viewer.see('.resume-question');
    },
  },
  {
    name: 'a section repeats',
    path: PLAY,
    async reach(viewer) {
      await paused(viewer);
      for (const key of ['2', 'r', '6', 'r']) await viewer.press(key);
      await viewer.see('.seek-section');
    },
  },
  {
    name: 'waiting for data',
    path: PLAY,
    fault: 'segments never come',
    async reach(viewer) {
      await state(viewer, 'buffering');
      // The ring comes after a delay.
      await viewer.seeThat((document) => {
        const poster = document.querySelector('#poster');
        return poster !== null && getComputedStyle(poster, '::after').opacity === '1';
      });
    },
  },
  { name: 'video all around', path: SPHERE, reach: around },
  {
    name: 'buttons for looking around',
    path: SPHERE,
    async reach(viewer) {
      await around(viewer);
      await viewer.press('Enter', '.compass');
      await viewer.see('.look-pad');
    },
  },
  {
    name: 'keys of a video all around',
    path: SPHERE,
    async reach(viewer) {
      await around(viewer);
      await viewer.press('?');
      await viewer.see('.shortcuts');
    },
  },
  {
    name: 'ended',
    path: PLAY,
    async reach(viewer) {
      await playing(viewer);
      await viewer.press('End');
      await state(viewer, 'ended');
      await viewer.see('.end-card');
    },
  },
];
