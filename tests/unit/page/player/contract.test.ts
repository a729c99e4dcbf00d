import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { createFakePlayer } from '../../../support/fake-player.ts';
import { describePlayer, refusing } from '../../../support/player-contract.ts';
import { createPlayer } from '../../../support/player-harness.ts';
import { VIDEO_ID } from '../../../support/video-response.ts';

describePlayer('the fake player', async () => {
  const player = createFakePlayer({ state: PLAYER_STATE.cued });
  player.response = refusing;
  return {
    player,
    play: async () => player.goTo(PLAYER_STATE.playing),
    pause: async () => player.goTo(PLAYER_STATE.paused),
  };
});

describePlayer('the real player', async () => {
  const harness = createPlayer();
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  const run = async (name: 'playVideo' | 'pauseVideo'): Promise<void> => {
    harness.run(name);
    await harness.rest();
  };
  return { player: harness.player, play: () => run('playVideo'), pause: () => run('pauseVideo') };
});
