import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { boxOf, drawn, find } from './support/elements.ts';
import { give } from './support/give.ts';
import { offering } from './support/offers.ts';
import { openByKey } from './support/panel-parts.ts';
import { ADJUSTABLE } from './support/settings-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const LIST: Partial<PlayerSnapshot> = {
  playlist: { videoIds: ['a', 'b'], index: 0, listId: null, shuffled: false, details: null },
};

async function show(
  patch: Partial<PlayerSnapshot> = {},
  options: Parameters<typeof showPlayer>[1] = {},
): Promise<ShownPlayer> {
  give(document, 'fullscreenEnabled', true);
  const shown = await showPlayer({ ...ADJUSTABLE, ...patch }, { size: [900, 500], ...options });
  await until(() => drawn('.control-bar').length).toBe(1);
  return shown;
}

/** Controls that have a place; the slider of the seek bar is transparent over what is drawn of it. */
const controlsIn = (...places: readonly string[]): HTMLElement[] =>
  places
    .flatMap((place) => [...document.querySelectorAll<HTMLElement>(`${place} :is(button, input)`)])
    .filter((control) => control.checkVisibility() && control.clientWidth > 0);
const nameOf = ({ ariaLabel, textContent }: HTMLElement): string => ariaLabel ?? textContent;
const named = (place: string): string[] => controlsIn(place).map(nameOf);

test('the bar is a named group, with its controls in the order of their use', async () => {
  await show(LIST);
  expect([find('.control-bar').role, find('.control-bar').ariaLabel]).toEqual(['group', 'Playback controls']);
  const names = named('.control-bar').filter((name) => name !== 'Picture-in-picture');
  expect(names).toEqual([
    ...['Seek', 'Play', 'Previous video', 'Next video', 'Mute', 'Time remaining'],
    ...['Captions', 'Settings', 'Full screen'],
  ]);
});

test('subscribe, playlist, share and more are beside the title; without an offer or a list, only share and more', async () => {
  const { player } = await show({ ...LIST, ...offering() });
  expect(named('.top-actions')).toEqual(['Subscribe: Oriel', 'Playlist', 'Share', 'More']);
  player.set({ playlist: null, video: VIDEO });
  await until(() => named('.top-actions')).toEqual(['Share', 'More']);
});

test('the subscribe button names its state and the author', async () => {
  const { player } = await show(offering({ subscribed: true }));
  expect(named('.top-actions')[0]).toBe('Subscribed: Oriel');
  player.set({ video: { ...(offering().video ?? VIDEO), author: '' } });
  await until(() => named('.top-actions')[0]).toBe('Subscribe');
});

test('the actions beside the title appear once a video is known', async () => {
  const { player } = await show({ video: { ...VIDEO, videoId: '' } });
  expect(drawn('.top-actions')).toEqual([]);
  player.set({ video: VIDEO });
  await until(() => drawn('.top-actions').length).toBe(1);
});

test('the control bar is hidden while a video is cued, and shown once it plays', async () => {
  const { player } = await show();
  player.goTo(PLAYER_STATE.cued);
  await until(() => drawn('.control-bar')).toEqual([]);
  player.goTo(PLAYER_STATE.playing);
  await until(() => drawn('.control-bar').length).toBe(1);
});

test('with controls=0 there are no controls, but keys and the context menu work', async () => {
  const { commands, root } = await showPlayer(ADJUSTABLE, { query: 'controls=0' });
  expect(document.querySelectorAll('.control-bar, .top-actions, .centre-controls').length).toBe(0);
  await userEvent.keyboard('k');
  expect(commands('playVideo')).toEqual([[]]);
  root.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  await until(() => document.querySelectorAll('.context-menu').length).toBe(1);
});

test('a button that opens a panel has aria-haspopup, and exposes whether the panel is open', async () => {
  await show(LIST);
  const said = (name: string): unknown[] => [
    find(`[data-opens="${name}"]`).ariaHasPopup,
    find(`[data-opens="${name}"]`).ariaExpanded,
  ];
  for (const name of ['settings', 'more', 'share', 'playlist'] as const) {
    expect(said(name)).toEqual(['dialog', 'false']);
    await openByKey(name);
    expect(said(name)).toEqual(['dialog', 'true']);
    await userEvent.keyboard('{Escape}');
    await until(() => said(name)).toEqual(['dialog', 'false']);
  }
});

const SIZES = [
  [200, 113],
  [260, 146],
  [320, 180],
  [480, 270],
  [640, 360],
  [900, 500],
  [1280, 720],
] as const;

test.each(SIZES)(
  'at %i × %i px every control is inside of the frame and takes a press in its middle, and the first ones are there',
  async (...size) => {
    await show({ ...LIST, ...offering() }, { size });
    const controls = controlsIn('.top-actions', '.control-bar');
    const isInReach = (control: HTMLElement): boolean => {
      const { left, top, right, bottom } = control.getBoundingClientRect();
      const isInside = left >= 0 && top >= 0 && right <= size[0] && bottom <= size[1];
      return isInside && control.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    };
    expect(controls.filter((control) => !isInReach(control)).map(nameOf)).toEqual([]);
    expect(controls.map(nameOf)).toEqual(expect.arrayContaining(['More', 'Seek', 'Play']));
  },
);

test('while hidden the bar takes no presses, and the first move of the mouse only brings it back', async () => {
  const { clock, media, root } = await show({ state: PLAYER_STATE.playing });
  const { left, top, width, height } = boxOf('[data-icon="pause"]');
  const met = (): Element | null => document.elementFromPoint(left + width / 2, top + height / 2);
  expect(find('[data-icon="pause"]').contains(met())).toBe(true);
  await clock.advance(3_000);
  await until(() => root.hasAttribute('data-idle')).toBe(true);
  expect(met()).toBe(media);
  root.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', screenX: 7, bubbles: true }));
  expect(find('[data-icon="pause"]').contains(met())).toBe(true);
});

test('names are in the language of the address, and the bar runs from the right where that language does', async () => {
  onTestFinished(() => {
    document.documentElement.dir = 'ltr';
  });
  await show({}, { query: 'hl=ar' });
  const play = find('.bar-play');
  expect(play.ariaLabel).not.toBe('Play');
  expect(play.getBoundingClientRect().left).toBeGreaterThan(boxOf('.settings-button').left);
});
