import { expect, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { moveSlider, releaseSlider } from './support/move-slider.ts';
import { openInterface } from './support/open-interface.ts';
import { until } from './support/until.ts';

/** A live stream whose seekable window begins at a fraction of a slider step, as live windows do. */
async function openLive() {
  await frame.viewport(900, 500);
  const opened = await openInterface({
    video: { ...VIDEO, isLive: true, allowLiveDvr: true },
    durationSeconds: 101.87,
    seekable: [1.02, 101.87],
  });
  opened.mount(opened.features);
  opened.player.goTo(PLAYER_STATE.playing, { position: { seconds: 80.4, atMs: 0, rate: 0 } });
  const slider = () => opened.container.querySelector<HTMLInputElement>('.seek-input');
  await until(() => slider()?.disabled).toBe(false);
  const input = slider();
  if (input === null) throw new Error('no slider');
  const seeks = (): number[] =>
    opened.player.executed.flatMap(({ command }) => (command.name === 'seekTo' ? [command.arguments[0]] : []));
  return { ...opened, input, seeks };
}

test('a press on the bar of a live stream seeks once, and the bar follows playback again', async () => {
  const { player, input, seeks } = await openLive();
  await userEvent.click(input, { position: { x: input.clientWidth / 2, y: input.clientHeight / 2 } });
  expect(seeks()).toHaveLength(1);
  expect(seeks()[0]).toBeCloseTo(53, -1);
  player.goTo(PLAYER_STATE.playing, { position: { seconds: 60, atMs: 0, rate: 0 } });
  await until(() => Number(input.value)).toBe(60);
  input.focus();
  input.blur();
  expect(seeks()).toHaveLength(1);
});

test('a slider change by assistive technology seeks at once', async () => {
  const { input, seeks } = await openLive();
  moveSlider(input, 30);
  releaseSlider(input);
  expect(seeks()).toEqual([30]);
});

test('a drag ends when the video is replaced', async () => {
  const { player, input, seeks } = await openLive();
  moveSlider(input, 30);
  await until(() => input.value).toBe('30');
  player.set({ video: { ...VIDEO, videoId: 'orielmp4001' }, durationSeconds: 0, seekable: [0, 0] });
  await until(() => input.disabled).toBe(true);
  player.set({ durationSeconds: 28, seekable: [0, 28], position: { seconds: 5, atMs: 0, rate: 0 } });
  await until(() => [input.disabled, input.value]).toEqual([false, '5']);
  expect(seeks()).toEqual([]);
});
