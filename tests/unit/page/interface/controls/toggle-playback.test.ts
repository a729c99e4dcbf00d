import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { togglePlayback } from '../../../../../src/page/interface/controls/toggle-playback.ts';
import { createPlaying } from '../../../../support/player-harness.ts';

test('each press undoes the previous press, even while the video still buffers', async () => {
  const { player, run, clock, element } = await createPlaying({ script: { segmentSeconds: 5 } });
  togglePlayback(player);
  expect(element.paused).toBe(true);
  togglePlayback(player);
  run('seekTo', [20, true], 'viewer');
  togglePlayback(player);
  await clock.advance(2_000);
  expect([element.paused, player.getSnapshot().state]).toEqual([true, PLAYER_STATE.paused]);
  togglePlayback(player);
  await clock.advance(2_000);
  expect(player.getSnapshot().state).toBe(PLAYER_STATE.playing);
});
