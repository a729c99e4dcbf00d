import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { drawn, find } from './support/elements.ts';
import { showPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

/** Shows a playing video. `paint` runs the work that the interface has deferred until after the next paint. */
async function showPlaying() {
  const waiting: (() => void)[] = [];
  let isInput = false;
  const afterPaint = (work: () => void): unknown => (isInput ? waiting.push(work) : work());
  const shown = await showPlayer(
    { state: PLAYER_STATE.playing, durationSeconds: 100, seekable: [0, 100] },
    { page: { afterPaint } },
  );
  const paint = (): void => {
    isInput = false;
    waiting.splice(0).forEach((work) => work());
  };
  return { ...shown, paint, give: () => (isInput = true) };
}

const announced = (): string | undefined => find('[role="status"][aria-live]').textContent ?? undefined;

test('at a pause the play button changes before the announcement and the media session, even with a render in between', async () => {
  const { player, give, paint } = await showPlaying();
  await until(() => navigator.mediaSession.playbackState).toBe('playing');
  await until(announced).toContain('Playing');
  give();
  player.goTo(PLAYER_STATE.paused);
  window.dispatchEvent(new Event('offline'));
  await until(() => find('.bar-play').ariaLabel).toBe('Play');
  await until(() => drawn('.banner').length).toBe(1);
  window.dispatchEvent(new Event('online'));
  expect([announced(), navigator.mediaSession.playbackState]).toEqual([expect.stringContaining('Playing'), 'playing']);
  paint();
  await until(announced).toBe('Paused');
  expect(navigator.mediaSession.playbackState).toBe('paused');
});

test('a press on the seek bar moves the focus to the slider only after the next paint', async () => {
  const { give, paint } = await showPlaying();
  const bar = find('.seek');
  const slider = find('.seek input');
  const { left, top, width, height } = bar.getBoundingClientRect();
  give();
  bar.dispatchEvent(
    new PointerEvent('pointerdown', {
      bubbles: true,
      pointerId: 1,
      clientX: left + width / 2,
      clientY: top + height / 2,
    }),
  );
  expect(document.activeElement).not.toBe(slider);
  paint();
  expect(document.activeElement).toBe(slider);
});
