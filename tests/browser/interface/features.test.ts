import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { panels, type PanelName } from '../../../src/page/interface/panels/panels.ts';
import { dockedTranscript } from '../../../src/page/interface/transcript/transcript.ts';
import { profilerPanel } from '../../../src/page/interface/profiler/profiler-panel.ts';
import {
  announceAirPlay,
  EVERYTHING,
  haveEverything,
  letEverythingHappen,
  pointAtControl,
} from './support/everything.ts';
import { openInterface, type OpenInterface } from './support/open-interface.ts';
import { expectKeys, expectPlayback, QUICK_HANDS, REAL_HANDS } from './support/playback.ts';
import { mountedFeatures, sabotageFeature, type Moment } from './support/sabotage.tsx';
import { until } from './support/until.ts';

/** Every feature, with an element that it renders. */
const FEATURES: Readonly<Record<string, string>> = {
  windowCover: '.window-cover',
  captions: '.captions, .caption-room',
  captionWindow: '.captions, .caption-room',
  cue: '.caption-cue',
  listening: '.listening-cover',
  spinner: '.waiting',
  notices: '.notices',
  bubble: '.bubble',
  offlineBanner: '.banner-region:not(.live-notes)',
  live: '.live-notes',
  unmute: '.unmute',
  resume: '.resume-offer',
  resumeQuestion: '.resume-question, .corner > [role="status"]',
  spherical: '.look-controls',
  topActions: '.top-actions',
  centreControls: '.centre-controls',
  subscribe: '.subscribe',
  playlistButton: '.top-playlist',
  shareButton: '.top-share',
  moreButton: '.top-more',
  controlBar: '.control-bar',
  seekBar: '.seek',
  seekMarks: '.seek-mark, .seek-segment, .seek-watched',
  seekSection: '.seek-section',
  seekPreview: '.seek-preview',
  playButton: '[data-icon="play"]',
  playlistButtons: '.playlist-button',
  volume: '.volume',
  time: '.time',
  captionsButton: '[data-icon="captions"]',
  settingsButton: '[data-icon="settings"]',
  airPlay: '[data-icon="airPlay"]',
  television: '[data-icon="television"]',
  pictureInPicture: '[data-icon="pictureInPicture"]',
  fullscreen: '[data-icon="fullscreen"]',
  upNext: '.up-next',
  transcript: '.transcript',
  dockedTranscript: '.transcript',
  endScreen: '.end-screen',
  profiler: '.profiler',
  panels: '[data-panel], .panel-outside',
  announcer: '[aria-live]',
  app: '*',
};
const MOMENTS: readonly Moment[] = ['render', 'effect'];
/** The controls of playback, and their replacements. */
const ESSENTIALS = ['seekBar', 'playButton', 'controlBar', 'app'];
/** Features in separate chunks. */
const LOADED_LATER = [
  '.bubble',
  '.live-notes',
  '.profiler',
  '.captions',
  '.look-controls',
  '.up-next',
  '.resume-question',
  '.window-cover',
  '.transcript',
  '[data-icon="airPlay"]',
  '[data-icon="television"]',
];
const PANELS: readonly PanelName[] = [
  'settings',
  'shortcuts',
  'menu',
  'about',
  'playlist',
  'share',
  'privacy',
  'more',
  'chapters',
  'transcript',
];

beforeEach(async () => {
  await frame.viewport(900, 500);
  // A test before may have left the mouse on the seek bar, whose preview goes where a panel covers it.
  await userEvent.hover(document.documentElement, { position: { x: 1, y: 1 } });
  onTestFinished(() => sabotageFeature(null));
});

const drawn = (container: HTMLElement, selector: string): Element[] => [...container.querySelectorAll(selector)];

async function openEverything(feature?: string): Promise<OpenInterface> {
  haveEverything();
  const opened = await openInterface();
  opened.mount(opened.features);
  await until(() => drawn(opened.container, '.seek-input').length).toBe(1);
  opened.player.set(EVERYTHING);
  opened.features.get(profilerPanel).open('address');
  opened.features.get(dockedTranscript).open('transcript');
  await letEverythingHappen(opened);
  await until(() => {
    announceAirPlay(opened);
    if (drawn(opened.container, '.bubble').length === 0) pointAtControl(opened);
    return LOADED_LATER.filter((selector) => drawn(opened.container, selector).length === 0);
  }).toEqual([]);
  if (feature === 'endScreen') {
    // The end screen renders before the end, and not for a list that continues.
    opened.player.set({ playlist: null });
    await until(() => drawn(opened.container, '.end-screen').length).toBe(1);
  }
  if (feature === 'listening') {
    opened.player.set({ quality: 'audio', qualityChoice: 'audio', pictureInPicture: false });
    await until(() => drawn(opened.container, '.listening-cover').length).toBe(1);
  }
  if (feature !== 'centreControls') return opened;
  useFinger(opened);
  await until(() => drawn(opened.container, '.centre-controls').length).toBe(1);
  return opened;
}

async function openPanel({ container, features }: OpenInterface, name: PanelName): Promise<void> {
  features.get(panels).open(name);
  await until(() => drawn(container, '[data-panel]').length).toBe(1);
}

/** The layout for fingers has controls in the middle, and no names under the pointer. */
function useFinger({ given }: OpenInterface): void {
  given.page.root.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
}

/** A notice of a failure replaces the one before. */
const lasting = (container: HTMLElement): Element[] =>
  drawn(container, '*').filter((element) => element.closest('.notices > *') === null);

/** Each feature throws at one moment, in turn; those that playback cannot do without at both. */
const rows = (features: readonly string[]) =>
  features.flatMap((name, index) =>
    MOMENTS.filter((_, turn) => ESSENTIALS.includes(name) || turn === index % MOMENTS.length).map(
      (moment) => [name, moment] as const,
    ),
  );

test.each(rows(Object.keys(FEATURES)))(
  'the feature %s is reported once when it throws in %s, and playback and everything else remain',
  async (feature, moment) => {
    const opened = await openEverything(feature);
    const { container, reports } = opened;
    if (feature === 'panels') await openPanel(opened, 'about');
    const own = drawn(container, FEATURES[feature] ?? '');
    const others = lasting(container).filter((element) => !own.some((one) => one.contains(element)));
    expect(own).not.toEqual([]);

    sabotageFeature({ feature, moment });
    await until(() => reports).toEqual([{ message: `sabotage of ${feature}`, feature }]);
    expect(own.filter((element) => element.isConnected)).toEqual([]);
    expect(others.filter((element) => !element.isConnected)).toEqual([]);
    await expectPlayback(opened, ESSENTIALS.includes(feature) ? REAL_HANDS : QUICK_HANDS);
    expect(reports).toHaveLength(1);
  },
);

test.each(rows(PANELS.map((name) => `${name}Panel`)))(
  'the panel %s is closed when it throws in %s, is reported once, and opens again',
  async (feature, moment) => {
    const opened = await openEverything();
    const { container, reports, features } = opened;
    const name = PANELS.find((panel) => feature === `${panel}Panel`) ?? 'about';
    await openPanel(opened, name);
    const others = lasting(container).filter((element) => element.closest('[data-panel], .panel-outside') === null);

    sabotageFeature({ feature, moment });
    await until(() => reports).toEqual([{ message: `sabotage of ${feature}`, feature }]);
    await until(() => drawn(container, '[data-panel]')).toEqual([]);
    expect(features.get(panels).get()).toBeNull();
    expect(others.filter((element) => !element.isConnected)).toEqual([]);
    await expectPlayback(opened, QUICK_HANDS);

    sabotageFeature(null);
    await openPanel(opened, name);
    expect(reports).toHaveLength(1);
  },
);

test.each(MOMENTS)('a plain card shows the error when the error card throws in %s', async (moment) => {
  const { container, player, reports } = await openEverything();
  player.set({ error: { code: 'net.connect', title: 'No connection', advice: '', retryable: true } });
  await until(() => drawn(container, '.error-card').length).toBe(1);
  sabotageFeature({ feature: 'errorCard', moment });
  await until(() => reports).toEqual([{ message: 'sabotage of errorCard', feature: 'errorCard' }]);
  expect(drawn(container, '.error-card').map(({ textContent }) => textContent)).toEqual(['No connectionTry again']);
  drawn(container, '.error-card button').forEach((button) => button instanceof HTMLElement && button.click());
  expect(player.executed.at(-1)?.command.name).toBe('playVideo');
});

test('keys remain when the plain version of everything throws too', async () => {
  const { container, player, reports } = await openEverything();
  sabotageFeature({ feature: 'app', moment: 'render' });
  await until(() => drawn(container, '.plain-seek').length).toBe(1);
  sabotageFeature({ feature: 'plainBar', moment: 'render' });
  await until(() => drawn(container, '.plain-seek')).toEqual([]);
  expect(reports.map(({ feature }) => feature)).toEqual(['app', 'plainBar']);
  await expectKeys({ player }, QUICK_HANDS);
});

test('every boundary has a row', async () => {
  const opened = await openEverything();
  const { container, features } = opened;
  for (const name of PANELS) {
    await openPanel(opened, name);
    features.get(panels).close();
  }
  for (const feature of ['controlBar', 'app']) {
    sabotageFeature({ feature, moment: 'render' });
    await until(() => drawn(container, '.plain-seek').length).toBe(1);
  }
  const tested = [...Object.keys(FEATURES), ...PANELS.map((name) => `${name}Panel`), 'errorCard'];
  const plain = ['plainBar', 'plainSeekBar', 'plainPlayButton'];
  expect([...mountedFeatures()].toSorted()).toEqual([...tested, ...plain].toSorted());
});
