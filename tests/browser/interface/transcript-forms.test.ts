import { beforeEach, expect, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import { openInterface, type OpenInterface } from './support/open-interface.ts';
import {
  captionsOf,
  captionsWith,
  listOf,
  openTranscript,
  panelOf,
  TEXTS,
  trackOf,
} from './support/open-transcript.ts';
import { setTextSize } from './support/text-size.ts';
import { until } from './support/until.ts';

beforeEach(() => frame.viewport(800, 450));

const search = () => frame.getByRole('searchbox', { name: 'Search transcript' });

test('in a low frame the language and the copy of the words scroll with the lines', async () => {
  await frame.viewport(640, 200);
  const tracks = ['en', 'de'].map((code) => trackOf(code, code, captionsOf(TEXTS)));
  const opened = await openTranscript('sheet', { captions: captionsWith(tracks) });
  const extras = listOf(opened).querySelector('.transcript-extras');
  expect([extras?.querySelectorAll('select').length, extras?.querySelectorAll('button').length]).toEqual([1, 1]);
  await frame.viewport(800, 450);
  await until(() => listOf(opened).querySelector('.transcript-extras')).toBeNull();
});

test('a docked transcript is beside the picture and above the bar, whose buttons work', async () => {
  const opened = await openTranscript();
  const { media } = opened.given.page;
  const [picture, beside] = [media.getBoundingClientRect(), panelOf(opened)?.getBoundingClientRect()];
  expect(beside?.left).toBeCloseTo(picture.right, 0);
  expect(beside?.right).toBe(800);
  const bar = opened.container.querySelector('.control-bar')?.getBoundingClientRect();
  expect([bar?.left, bar?.right]).toEqual([0, 800]);
  expect(beside?.bottom).toBeLessThanOrEqual((bar?.top ?? 0) + 1);
  expect(opened.container.querySelector('[data-panel]')).toBeNull();
  expect(panelOf(opened)?.matches(':modal')).toBe(false);
  await userEvent.click(opened.container.querySelector('[data-icon="play"]') as HTMLElement);
  expect(opened.player.getSnapshot().state).toBe(PLAYER_STATE.playing);
});

test('with the focus in a docked transcript the player’s keys work, except in the search field', async () => {
  const opened = await openTranscript();
  expect(document.activeElement).toBe(listOf(opened));
  await userEvent.keyboard(' ');
  expect(opened.player.getSnapshot().state).toBe(PLAYER_STATE.playing);
  await userEvent.keyboard('{ArrowDown}k');
  expect(opened.player.getSnapshot().state).toBe(PLAYER_STATE.paused);
  const before = opened.player.executed.length;
  await search().fill('k');
  await userEvent.keyboard('k ');
  expect(opened.player.executed.length).toBe(before);
});

test.each(['docked', 'sheet'] as const)('Escape and the close button close a transcript (%s)', async (form) => {
  const opened = await openTranscript(form);
  await userEvent.keyboard('{Escape}');
  await until(() => panelOf(opened)).toBeNull();
  const again = await openTranscript(form);
  await frame.getByRole('dialog', { name: 'Transcript' }).getByRole('button', { name: 'Close' }).last().click();
  await until(() => panelOf(again)).toBeNull();
});

test('another menu does not close a docked transcript, and neither does full screen', async () => {
  const opened = await openTranscript();
  opened.features.get(panels).open('settings');
  await until(() => opened.container.querySelectorAll('.settings').length).toBe(1);
  opened.features.get(panels).close();
  document.dispatchEvent(new Event('fullscreenchange'));
  await until(() => opened.container.querySelectorAll('.settings').length).toBe(0);
  expect(panelOf(opened)?.open).toBe(true);
});

const row = ({ container }: OpenInterface) =>
  container.querySelector<HTMLElement>('.more-menu [data-row="transcript"]');

test.each([
  [800, 450, false],
  [500, 281, true],
])('“More” opens the transcript in a frame of %i × %i, modal: %s', async (width, height, isModal) => {
  await frame.viewport(width, height);
  const captions = captionsWith([trackOf('en', 'English', captionsOf(TEXTS))]);
  const opened = await openInterface({ captions });
  opened.mount(opened.features);
  await userEvent.click(frame.getByRole('button', { name: 'More' }));
  await until(() => row(opened)?.textContent).toBe('Transcript');
  row(opened)?.click();
  await until(() => panelOf(opened)?.matches(':modal')).toBe(isModal);
  await until(() => document.activeElement === listOf(opened)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await until(() => panelOf(opened)).toBeNull();
  expect(document.activeElement?.ariaLabel).toBe('More');
});

const backButton = () => document.querySelector<HTMLElement>('.transcript-back[data-needed]');

test.each([
  [640, 360, 32],
  [320, 180, 32],
  [200, 112, 16],
])(
  'in a frame of %i × %i with text of %i px the way back takes no height from the list',
  async (width, height, textPx) => {
    await frame.viewport(width, height);
    await setTextSize(textPx);
    // More than fit into the whole frame.
    const texts = Array.from({ length: 4 }, () => TEXTS).flat();
    const captions = captionsWith([trackOf('en', 'English', captionsOf(texts))]);
    const opened = await openTranscript('sheet', { captions });
    await until(() => listOf(opened).contains(document.activeElement)).toBe(true);
    const before = listOf(opened).clientHeight;
    await userEvent.keyboard('{End}');
    await until(() => backButton()).not.toBeNull();
    expect(listOf(opened).clientHeight).toBe(before);
    const [back, search] = ['.transcript-back', '.transcript-search'].map((part) =>
      document.querySelector(part)?.getBoundingClientRect(),
    );
    const close = panelOf(opened)?.querySelector('.panel-head button')?.getBoundingClientRect();
    expect(Math.min(back?.width ?? 0, back?.height ?? 0)).toBeGreaterThanOrEqual(24);
    expect((back?.left ?? 0) >= (search?.right ?? 0) && (back?.right ?? 0) <= (close?.left ?? 0)).toBe(true);
    expect(search?.width).toBeGreaterThan(40);
    await frame.getByRole('button', { name: 'Back to current line' }).click();
    await until(() => backButton()).toBeNull();
  },
);
