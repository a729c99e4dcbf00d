import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import { drawn, find, textsOf } from './support/elements.ts';
import { give } from './support/give.ts';
import { offering, providerWith } from './support/offers.ts';
import {
  enterRow,
  focusedName,
  goDeeper,
  inPanel,
  openByKey,
  panelName,
  rowOf,
  rowTexts,
  waitForPanel,
  waitUntilClosed,
} from './support/panel-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

type Options = NonNullable<Parameters<typeof showPlayer>[1]>;

async function openMore(patch: Partial<PlayerSnapshot> = {}, options: Options = {}): Promise<ShownPlayer> {
  const shown = await showPlayer(patch, { size: [800, 600], ...options });
  await until(() => drawn('.top-more').length).toBe(1);
  await openByKey('more');
  return shown;
}

const EVERY_VIDEO = ['Set loop start', 'Keyboard shortcuts', 'Stats for nerds', 'About Oriel'];
const OFFERED = ['Subscribe', 'Save to “Watch later”', 'Like', 'Dislike', 'Report video'];
/** Chapters and captions. */
const WITH_PARTS: Pick<PlayerSnapshot, 'captions' | 'video'> = {
  video: {
    ...(offering().video ?? VIDEO),
    chapters: [
      { title: 'Sand', startSeconds: 0 },
      { title: 'Sea', startSeconds: 9 },
    ],
  },
  captions: {
    tracks: [{ url: '/en.vtt', languageCode: 'en', name: 'English', kind: 'captions', isDefault: true }],
    ...{ active: -1, hasFailed: false, moduleLoaded: false, fontSize: 0, cues: [] },
  },
};
const noticeText = (): string => find('.notices').textContent;

test.each([
  { size: [240, 135], count: 1 },
  { size: [640, 360], count: 0 },
] as const)('in a frame of $size.0 × $size.1 the menu has $count rows of sound', async ({ size, count }) => {
  const { commands } = await openMore({}, { size: [...size] });
  expect(drawn('.mute-row').length).toBe(count);
  if (count === 0) return;
  find('.mute-row button').click();
  expect(commands('mute')).toHaveLength(1);
});

test.each([
  { size: [360, 640], state: PLAYER_STATE.playing, count: 1 },
  { size: [640, 360], state: PLAYER_STATE.playing, count: 0 },
  { size: [360, 640], state: PLAYER_STATE.cued, count: 0 },
] as const)('in state $state a frame of $size.0 × $size.1 has $count rows of picture-in-picture', async (given) => {
  give(document, 'pictureInPictureEnabled', true);
  const { commands, player } = await showPlayer({}, { size: [...given.size] });
  player.goTo(given.state);
  await until(() => drawn('.top-more').length).toBe(1);
  await openByKey('more');
  if (given.size[0] < 640) await goDeeper();
  expect(drawn('.pip-row').length).toBe(given.count);
  if (given.count === 0) return;
  // The bar leaves out what the menu has.
  expect(drawn('.wide-only')).toEqual([]);
  find('.pip-row button').click();
  await waitUntilClosed();
  expect(commands('setPictureInPicture')).toEqual([[true]]);
});

test('a video of a provider without actions has the lines that every video has', async () => {
  await openMore();
  expect(rowTexts()).toEqual(EVERY_VIDEO);
});

test('actions that the provider offers for a viewer come before the lines of every video', async () => {
  await openMore(offering({ subscribed: true }));
  expect(rowTexts()).toEqual([
    ...['Subscribe', 'Notifications: All', 'Save to “Watch later”', 'Like', 'Dislike', 'Report video'],
    ...EVERY_VIDEO,
  ]);
});

test('notifications are offered to subscribers alone', async () => {
  const { player } = await openMore(offering());
  expect(rowTexts()).not.toContain('Notifications: All');
  player.set(offering({ subscribed: true }));
  await until(rowTexts).toContain('Notifications: All');
});

test('a list of several videos, chapters and captions each have a line, in the order of watching', async () => {
  const { player } = await openMore();
  player.set({
    playlist: { videoIds: ['a', 'b'], index: 0, listId: null, shuffled: false, details: null },
    ...WITH_PARTS,
  });
  await until(rowTexts).toEqual(['Playlist', 'Chapters', 'Transcript', ...OFFERED, ...EVERY_VIDEO]);
});

test.each([
  [344, 194, ['Chapters', 'Transcript', 'Share', 'More actions']],
  [200, 113, ['Mute', 'Chapters', 'Transcript', 'Settings', 'Share', 'More actions']],
] as const)('in a frame of %i × %i actions are a page deeper', async (width, height, rows) => {
  await openMore(WITH_PARTS, { size: [width, height] });
  expect(rowTexts()).toEqual(rows);
  await goDeeper();
  expect(rowTexts().filter((row) => row !== 'Picture-in-picture')).toEqual(['', ...OFFERED, ...EVERY_VIDEO]);
  await userEvent.keyboard('{ArrowLeft}');
  await until(focusedName).toBe('More actions');
});

test('subscribing turns its switch on, announces it, and leaves the menu open', async () => {
  const channels = [{ channelId: 'UC1', subscribed: true }];
  const { sent, page } = providerWith({ subscribe: { channels } });
  await openMore(offering(), { page });
  const row = rowOf('Subscribe');
  expect([row.role, row.ariaChecked]).toEqual(['switch', 'false']);
  await userEvent.click(row);
  await until(() => rowOf('Subscribe').ariaChecked).toBe('true');
  await until(noticeText).toBe('Subscribed');
  expect([sent, panelName()]).toEqual([[['subscribe', { channelIds: ['UC1'], params: 'shared' }]], 'More']);
});

test('an action that the provider refuses changes nothing and shows a notice for five seconds', async () => {
  const { clock } = await openMore(offering(), providerWith({}));
  await userEvent.click(rowOf('Save to'));
  await until(noticeText).toBe('That didn’t work. Try again in a moment.');
  expect(rowOf('Save to').ariaChecked).toBe('false');
  await clock.advance(4_999);
  expect(noticeText()).not.toBe('');
  await clock.advance(1);
  await until(noticeText).toBe('');
});

test.each([
  [360, 640, 'touch'],
  [344, 194, 'touch'],
  [344, 194, 'mouse'],
  [640, 360, 'mouse'],
] as const)(
  'in a frame of %i × %i a menu shows what a press in it has led to, which it would cover over the picture (%s)',
  async (width, height, pointerType) => {
    const { root, clock, features } = await openMore(offering(), { ...providerWith({}), size: [width, height] });
    if (width < 640) await goDeeper();
    root.dispatchEvent(new PointerEvent('pointermove', { pointerType, bubbles: true }));
    await until(() => root.dataset['pointer'] === 'coarse').toBe(pointerType === 'touch');
    rowOf('Save to').click();
    await until(() => textsOf('.panel-notice')).toEqual(['That didn’t work. Try again in a moment.']);
    expect(drawn('.notice')).toEqual([]);
    for (const animation of document.getAnimations()) animation.finish();
    const { left, right, top, bottom } = find('.panel-notice').getBoundingClientRect();
    const under = (): Element | null => document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    expect(under()?.closest('.panel-notice')).toBeNull();
    // The notice ignores the pointer; the hit test needs it to take presses.
    find('.panel-notice').style.pointerEvents = 'auto';
    expect(under()?.className).toBe('panel-notice');
    await clock.advance(4_999);
    expect(find('.panel-notice').textContent).not.toBe('');
    // Opening another menu clears the notice.
    features.get(panels).open('about');
    await until(() => find('.panel-notice').textContent).toBe('');
  },
);

test('a report is sent, closes the menu, and is confirmed by a notice', async () => {
  const { sent, page } = providerWith({ feedback: { feedbackResponses: [{ isProcessed: true }] } });
  await openMore(offering(), { page });
  await userEvent.click(rowOf('Report video'));
  await until(() => inPanel('[data-row="spam"]').length).toBe(1);
  inPanel('[data-row="spam"]')[0]?.click();
  await waitUntilClosed();
  await until(noticeText).toBe('Thanks, your report was sent.');
  expect(sent).toMatchObject([['feedback', { feedbackTokens: ['report'] }]]);
});

test('a line of the menu that opens a panel closes the menu', async () => {
  await openMore();
  for (const [row, name] of [
    ['shortcuts', 'Keyboard shortcuts'],
    ['about', 'About Oriel'],
  ] as const) {
    find(`[data-row="${row}"]`).click();
    await waitForPanel(name);
    expect(document.querySelectorAll('dialog').length).toBe(1);
    await userEvent.keyboard('{Escape}');
    await waitUntilClosed();
    await openByKey('more');
  }
});

test('the panel about the player names the video and the way it is played, and links to the notices', async () => {
  await openMore({ mediaPath: 'worker' });
  await enterRow('about', 'About Oriel');
  expect(textsOf('.about')).toEqual([VIDEO.title, 'orieldemo01 · worker']);
  const link = find('.about + a') as HTMLAnchorElement;
  expect([link.textContent, new URL(link.href).pathname, link.target, link.rel]).toEqual([
    'Third-party notices',
    '/third-party-notices.txt',
    '_blank',
    'noopener',
  ]);
});
