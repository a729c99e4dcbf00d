import { beforeEach, expect, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { dockedTranscript } from '../../../src/page/interface/transcript/transcript.ts';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import { FILM } from '../../support/fake-player.ts';
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

test('docked, it is beside the picture and above the bar, whose buttons work', async () => {
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

test('docked, the keys of the player work with the focus inside, except in the search', async () => {
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

test.each(['docked', 'sheet'] as const)('%s, Escape and the close button close it', async (form) => {
  const opened = await openTranscript(form);
  await userEvent.keyboard('{Escape}');
  await until(() => panelOf(opened)).toBeNull();
  const again = await openTranscript(form);
  await frame.getByRole('dialog', { name: 'Transcript' }).getByRole('button', { name: 'Close' }).last().click();
  await until(() => panelOf(again)).toBeNull();
});

test('the panel takes the form that fits the frame, and comes back', async () => {
  const opened = await openTranscript();
  await frame.viewport(500, 281);
  await until(() => panelOf(opened)?.matches(':modal')).toBe(true);
  expect(opened.features.get(panels).get()?.name).toBe('transcript');
  await frame.viewport(800, 450);
  await until(() => panelOf(opened)?.matches(':modal')).toBe(false);
  expect(opened.features.get(panels).get()).toBeNull();
});

test('another menu does not close what is docked, and neither does full screen', async () => {
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
])('“More” opens it in a frame of %i × %i, modal: %s', async (width, height, isModal) => {
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

test('“More” leads the focus to a transcript that is open', async () => {
  const opened = await openTranscript();
  await userEvent.click(frame.getByRole('button', { name: 'More' }));
  await until(() => row(opened)?.textContent).toBe('Transcript');
  row(opened)?.click();
  await until(() => document.activeElement === listOf(opened)).toBe(true);
  expect(opened.container.querySelectorAll('.transcript').length).toBe(1);
});

test.each([
  ['a video without captions', { captions: captionsWith([]) }],
  ['a live stream', { video: { ...FILM, isLive: true } }],
] as const)('%s has no transcript', async (_, patch) => {
  const captions = captionsWith([trackOf('en', 'English', captionsOf(TEXTS))]);
  const opened = await openInterface({ captions, ...patch });
  opened.mount(opened.features);
  opened.features.get(panels).open('more');
  opened.features.get(dockedTranscript).open('transcript');
  await until(() => opened.container.querySelectorAll('.more-menu').length).toBe(1);
  expect([row(opened), panelOf(opened)]).toEqual([null, null]);
});
