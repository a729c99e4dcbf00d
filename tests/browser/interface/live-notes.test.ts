import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { LIVE_FACTS } from '../../support/live-facts.ts';
import { all, drawn, nextFrame, textsOf } from './support/elements.ts';
import { WINDOW } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const STOPPED = 'Stream interrupted. It will resume automatically.';
const NOT_BEGUN = 'This stream hasn’t started yet';

/** Shows a live stream that plays from its buffer, with the facts that its engine reports. */
async function showLive(patch: Parameters<typeof showPlayer>[0] = {}): Promise<ShownPlayer> {
  const shown = await showPlayer({ ...WINDOW, live: LIVE_FACTS, ...patch });
  await until(() => all('.live-notes').length).toBe(1);
  return shown;
}

const notes = (): string[] => textsOf('.live-notes .banner');

test('the note about an interrupted stream appears when the buffer has been played, and not before', async () => {
  const { player } = await showLive({ live: { ...LIVE_FACTS, condition: 'stopped' } });
  expect(notes()).toEqual([]);
  player.set({ waiting: true });
  await until(notes).toEqual([STOPPED]);
});

test('the note goes as soon as the stream continues', async () => {
  const { player } = await showLive({ live: { ...LIVE_FACTS, condition: 'stopped' }, waiting: true });
  await until(notes).toEqual([STOPPED]);
  player.set({ live: LIVE_FACTS });
  await until(notes).toEqual([]);
});

test('the note about a stream that has not begun appears before anything has played', async () => {
  await showLive({ live: { ...LIVE_FACTS, condition: 'not-begun' }, state: PLAYER_STATE.unstarted });
  await until(notes).toEqual([NOT_BEGUN]);
});

test('offline, the note about an interrupted stream is not shown: the viewer is offline', async () => {
  await showLive({ live: { ...LIVE_FACTS, condition: 'stopped' }, waiting: true });
  await until(notes).toEqual([STOPPED]);
  window.dispatchEvent(new Event('offline'));
  await until(notes).toEqual([]);
  expect(textsOf('.banner')).toEqual(['You’re offline. Playing what’s already downloaded.']);
  window.dispatchEvent(new Event('online'));
  await until(notes).toEqual([STOPPED]);
});

test('a jump to the head of a viewer whose position left the window shows "Live" for five seconds', async () => {
  const { clock, player } = await showLive();
  player.set({ live: { ...LIVE_FACTS, jumps: 1 } });
  await until(() => textsOf('.notice')).toEqual(['Live']);
  await clock.advance(4_999);
  await until(() => textsOf('.notice')).toEqual(['Live']);
  await clock.advance(1);
  await until(() => drawn('.notice')).toEqual([]);
});

test('after a stall that has left the viewer behind the head a notice shows the delay', async () => {
  const { player } = await showLive({ isAtLiveHead: true, state: PLAYER_STATE.playing });
  player.set({ waiting: true });
  await until(() => drawn('.spinner').length).toBe(1);
  const [, end] = player.getSnapshot().seekable;
  player.set({ waiting: false, isAtLiveHead: false, position: { seconds: end - 21, atMs: 0, rate: 1 } });
  await until(() => textsOf('.notice')).toEqual(['0:21 behind live']);
});

test('after a seek of the viewer behind the live head no notice shows the delay', async () => {
  const { player } = await showLive({ isAtLiveHead: true, state: PLAYER_STATE.playing });
  const [, end] = player.getSnapshot().seekable;
  player.set({ waiting: true, seeking: true, isAtLiveHead: false });
  player.set({ waiting: false, seeking: false, position: { seconds: end - 60, atMs: 0, rate: 1 } });
  await nextFrame();
  expect(drawn('.notice')).toEqual([]);
});
