import { afterEach, expect, test } from 'vitest';
import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import { succeed } from '../../../protocol/runtime/outcome.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { all, boxOf, drawn, find, textsOf } from './support/elements.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const OFFLINE = 'You’re offline. Playing what’s already downloaded.';
const RESTING = 'You’re offline';
const WAITING = 'Playback will resume when you’re back online.';
const BACK = 'Back online';

const banner = (): string[] => textsOf('.banner');
const lose = (): boolean => window.dispatchEvent(new Event('offline'));
const regain = (): boolean => window.dispatchEvent(new Event('online'));

interface ShownOnline extends ShownPlayer {
  readonly retries: string[];
  readonly fail: (code: PlayerErrorCode) => void;
}

async function showOnline(options: Parameters<typeof showPlayer>[1] = {}): Promise<ShownOnline> {
  const retries: string[] = [];
  const retry = () => {
    retries.push('retry');
    shown.player.goTo(PLAYER_STATE.playing, { error: null });
    return succeed(undefined);
  };
  const shown = await showPlayer(HUNDRED, { ...options, control: { retry } });
  const fail = (code: PlayerErrorCode): void =>
    shown.player.goTo(PLAYER_STATE.unstarted, { error: { code, title: '', advice: '', retryable: true } });
  return { ...shown, retries, fail };
}

// Stores of later tests begin online, as the browser does.
afterEach(() => void regain());

test('the banner shows the loss of the network for as long as it lasts, its return for three seconds', async () => {
  const { clock } = await showOnline();
  expect(all('.banner')).toEqual([]);
  lose();
  await until(banner).toEqual([RESTING]);
  await clock.advance(60_000);
  expect(banner()).toEqual([RESTING]);
  regain();
  await until(banner).toEqual([BACK]);
  await clock.advance(2_999);
  expect(banner()).toEqual([BACK]);
  await clock.advance(1);
  await until(banner).toEqual([]);
});

test('once the buffer has played, the banner shows what playback waits for', async () => {
  const { player } = await showOnline();
  player.goTo(PLAYER_STATE.playing);
  lose();
  await until(banner).toEqual([OFFLINE]);
  player.goTo(PLAYER_STATE.buffering);
  await until(banner).toEqual([WAITING]);
  player.goTo(PLAYER_STATE.playing);
  await until(banner).toEqual([OFFLINE]);
});

test.each(['paused', 'ended', 'cued'] as const)(
  'the banner of a video that is %s does not say that it plays',
  async (state) => {
    const { player } = await showOnline();
    player.goTo(PLAYER_STATE.playing);
    lose();
    await until(banner).toEqual([OFFLINE]);
    player.goTo(PLAYER_STATE[state]);
    await until(banner).toEqual([RESTING]);
  },
);

test('the offline banner appears in a status region that already existed, and takes no presses', async () => {
  await showOnline();
  const region = find('.banner-region');
  expect(region.role).toBe('status');
  lose();
  await until(banner).toEqual([RESTING]);
  expect(find('.banner-region')).toBe(region);
  const { left, top, width, height } = boxOf('.banner');
  expect(document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.banner')).toBeNull();
});

test('a network error while offline says so, and is retried when the network returns', async () => {
  const { fail, player, retries } = await showOnline();
  player.goTo(PLAYER_STATE.playing);
  lose();
  fail('net.connect');
  await until(() => textsOf('.error-card h2')).toEqual(['You’re offline']);
  expect([textsOf('.error-card p')[0], banner()]).toEqual(['Playback will resume when you’re back online.', []]);
  regain();
  await until(() => retries).toEqual(['retry']);
  await until(() => drawn('.error-card')).toEqual([]);
  await until(banner).toEqual([BACK]);
  expect(player.getSnapshot().state).toBe(PLAYER_STATE.playing);
});

test('a network error reported after the network has returned is retried without being shown', async () => {
  const { fail, player, retries } = await showOnline();
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(...textsOf('.error-card h2')));
  watch.observe(document.body, { subtree: true, childList: true });
  player.goTo(PLAYER_STATE.buffering);
  lose();
  regain();
  await until(banner).toEqual([BACK]);
  fail('net.connect');
  await until(() => retries).toEqual(['retry']);
  await until(() => player.getSnapshot().state).toBe(PLAYER_STATE.playing);
  watch.disconnect();
  expect(seen).toEqual([]);
});

test('a failed retry shows its error until the next retry is due', async () => {
  const { fail, clock, retries } = await showOnline();
  lose();
  regain();
  fail('net.connect');
  await until(() => retries).toEqual(['retry']);
  fail('net.connect');
  await until(() => textsOf('.error-card h2')).toEqual(['Can’t reach the video server']);
  expect(drawn('.error-card button').length).toBeGreaterThan(0);
  await clock.advance(2_000);
  expect(retries).toEqual(['retry', 'retry']);
  await until(() => drawn('.error-card')).toEqual([]);
});

test('a video that was paused when the network failed is paused after the retry', async () => {
  const { fail, player } = await showOnline();
  lose();
  fail('net.connect');
  await until(() => drawn('.error-card').length).toBe(1);
  regain();
  await until(() => drawn('[data-icon="play"]').length).toBe(1);
  expect(player.getSnapshot().state).toBe(PLAYER_STATE.paused);
});

test('a decoding error while offline keeps its own message, and is not retried when the network returns', async () => {
  const { fail, retries, clock } = await showOnline();
  lose();
  fail('fmt.decode');
  await until(() => textsOf('.error-card h2')).toEqual(['This video can’t be decoded']);
  regain();
  await clock.advance(2_000);
  expect(retries).toEqual([]);
  expect(drawn('.error-card')).toHaveLength(1);
});
