import { beforeEach, expect, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { parseEmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { RelatedVideo } from '../../../protocol/provider/player-response.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { openInterface, type OpenInterface } from './support/open-interface.ts';
import { until } from './support/until.ts';

const RELATED: readonly RelatedVideo[] = [
  { videoId: 'orielmp4001', title: 'One file', author: 'Ada', channelId: 'own', lengthSeconds: 28 },
  { videoId: 'oriellive01', title: 'Live', author: 'Ben', channelId: 'other', lengthSeconds: 0 },
];
const ENDING = { ...VIDEO, channelId: 'own', related: RELATED };

beforeEach(() => frame.viewport(640, 360));

/** A video that has just ended. */
async function openEnded(query = '', patch: Partial<PlayerSnapshot> = {}): Promise<OpenInterface> {
  const opened = await openInterface({ video: ENDING, ...patch });
  const { page } = opened.features;
  const features = {
    ...opened.features,
    page: { ...page, parameters: parseEmbedParameters(new URLSearchParams(query)) },
  };
  opened.mount(features);
  await until(() => drawn(opened, '.control-bar').length).toBe(1);
  opened.player.goTo(PLAYER_STATE.ended, { position: { seconds: 20.02, atMs: 0, rate: 0 } });
  return opened;
}

const drawn = ({ container }: Pick<OpenInterface, 'container'>, selector: string): HTMLElement[] =>
  [...container.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
const shown = async (opened: OpenInterface): Promise<OpenInterface> => {
  await until(() => drawn(opened, '.end-screen').length).toBe(1);
  return opened;
};
const titles = (opened: OpenInterface): string[] => drawn(opened, '.end-title').map(({ textContent }) => textContent);
const lastCommand = ({ player }: OpenInterface) => player.executed.at(-1);

test('an ended video offers a replay, sharing, and what to watch next with title, author and length', async () => {
  const opened = await shown(await openEnded());
  expect(drawn(opened, '.end-replay').map((button) => button.ariaLabel)).toEqual(['Replay']);
  expect(drawn(opened, '.end-share').map(({ textContent }) => textContent.trim())).toEqual(['Share']);
  expect(drawn(opened, '.end-card').map(({ textContent }) => textContent)).toEqual(['One fileAda0:28', 'LiveBen']);
});

test.each([
  [344, 194],
  [360, 640],
  [640, 360],
  [1280, 720],
])(
  'at %i × %i px replay is in the middle, inside of the frame with what is beside it, and titles have two lines',
  async (width, height) => {
    await frame.viewport(width, height);
    const long = 'Four small worlds, one after the other, and what they have in common';
    const opened = await shown(
      await openEnded('', { video: { ...ENDING, related: RELATED.map((one) => ({ ...one, title: long })) } }),
    );
    const boxes = (selector: string) => drawn(opened, selector).map((one) => one.getBoundingClientRect());
    const [replay = new DOMRect()] = boxes('.end-replay');
    const hasCardsBeside = boxes('.end-card').some(({ top, bottom }) => top < replay.bottom && bottom > replay.top);
    if (!hasCardsBeside) expect(Math.abs((replay.left + replay.right - width) / 2)).toBeLessThanOrEqual(1);
    for (const { left, right } of boxes('.end-actions > *')) expect([left >= 0, right <= width]).toEqual([true, true]);
    for (const title of drawn(opened, '.end-title'))
      expect(title.clientHeight).toBeGreaterThan(1.5 * Number.parseFloat(getComputedStyle(title).lineHeight));
  },
);

test('replay plays from the start as the viewer, and hides the screen before anything renders', async () => {
  const opened = await shown(await openEnded());
  await userEvent.click(drawn(opened, '.end-replay')[0] ?? document.body);
  expect(lastCommand(opened)).toMatchObject({ command: { name: 'playVideo' }, by: 'viewer' });
  await until(() => drawn(opened, '.end-screen')).toEqual([]);
  opened.player.goTo(PLAYER_STATE.ended);
  await shown(opened);
  opened.player.goTo(PLAYER_STATE.buffering);
  expect(drawn(opened, '.end-screen')).toEqual([]);
});

test('an end screen that failed is shown once the network returns', async () => {
  const opened = await openInterface({ video: ENDING });
  const { page } = opened.features;
  let isBroken = true;
  const parameters = {
    ...page.parameters,
    get endscreen(): boolean {
      if (isBroken) throw new Error('not loaded');
      return true;
    },
  };
  opened.mount({ ...opened.features, page: { ...page, parameters } });
  await until(() => opened.reports.map(({ feature }) => feature)).toContain('endScreen');
  window.dispatchEvent(new Event('offline'));
  isBroken = false;
  opened.player.goTo(PLAYER_STATE.ended, { position: { seconds: 20.02, atMs: 0, rate: 0 } });
  expect(drawn(opened, '.end-screen')).toEqual([]);
  window.dispatchEvent(new Event('online'));
  await shown(opened);
  expect(titles(opened)).toEqual(['One file', 'Live']);
});

test('a press on a suggestion plays it in this player', async () => {
  const opened = await shown(await openEnded());
  await userEvent.click(drawn(opened, '.end-card')[1] ?? document.body);
  expect(lastCommand(opened)).toMatchObject({
    command: { name: 'loadVideoById', arguments: { videoId: 'oriellive01' } },
    by: 'viewer',
  });
});

test('the share button of the end screen opens the share panel', async () => {
  const opened = await shown(await openEnded());
  await userEvent.click(drawn(opened, '.end-share')[0] ?? document.body);
  expect(opened.features.get(panels).get()?.name).toBe('share');
});

test('on a touch screen, replay on the end screen replaces the play button in the middle, and takes over its focus', async () => {
  const opened = await openInterface({ video: ENDING, durationSeconds: 20.02 });
  opened.mount(opened.features);
  opened.given.page.root.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
  await until(() => drawn(opened, '.centre-play').length).toBe(1);
  drawn(opened, '.centre-play')[0]?.focus();
  opened.player.goTo(PLAYER_STATE.ended);
  await shown(opened);
  const replays = drawn(opened, 'button').filter(({ ariaLabel }) => ariaLabel === 'Replay');
  expect(replays.map(({ className }) => className)).toEqual(['end-replay']);
  await until(() => document.activeElement).toBe(replays[0]);
});

test.each([
  [200, 113, 0],
  [320, 180, 1],
  [480, 270, 2],
  [640, 360, 3],
  [1280, 720, 6],
])(
  'in a frame of %s × %s a mouse gets %s of many suggestions, all of them above the bar',
  async (width, height, count) => {
    await frame.viewport(width, height);
    const related = [...'abcdefgh'].map((name) => ({ ...RELATED[0], videoId: name, title: name }) as RelatedVideo);
    const opened = await shown(await openEnded('', { video: { ...ENDING, related } }));
    expect(drawn(opened, '.end-card')).toHaveLength(count);
    const bar = drawn(opened, '.control-row')[0]?.getBoundingClientRect();
    for (const element of drawn(opened, '.end-card, .end-replay')) {
      const { top, left, right, bottom } = element.getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(0);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
      expect(bottom).toBeLessThanOrEqual(bar?.top ?? 0);
    }
  },
);
