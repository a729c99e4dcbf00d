import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { logPlayer } from '../../../../src/page/player/playback-log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { FakeInfrastructure } from '../../../support/fake-infrastructure.ts';
import { createFakePlayer, VIDEO } from '../../../support/fake-player.ts';

function subject() {
  const clock = createFakeClock();
  const log = new FakeInfrastructure();
  const player = createFakePlayer();
  return { clock, log, player, end: logPlayer(player, log, clock) };
}

test('a change of state is logged with its position', async () => {
  const { clock, log, player } = subject();
  player.set({ position: { seconds: 4, atMs: 0, rate: 1 } });
  await clock.advance(2_000);
  player.set({ state: PLAYER_STATE.playing });
  player.set({ volume: 4 });
  expect(log.logged).toEqual([
    { name: 'playerStateChanged', payload: { from: -1, to: 1, mediaTimeSeconds: 6, videoId: VIDEO.videoId } },
  ]);
});

test('full screen is logged on change', () => {
  const { log, player } = subject();
  player.set({ fullscreen: true });
  player.set({ fullscreen: false });
  expect(log.logged).toEqual([
    { name: 'fullscreenChanged', payload: { active: true } },
    { name: 'fullscreenChanged', payload: { active: false } },
  ]);
});

test('a choice of captions is logged with its language code, which is empty if captions are turned off', () => {
  const { log, player, end } = subject();
  const { captions } = player.getSnapshot();
  const tracks = [{ languageCode: 'de', name: 'Deutsch', kind: 'captions' as const, url: '/de.vtt', isDefault: true }];
  player.set({ captions: { ...captions, tracks, active: 0 } });
  player.set({ captions: { ...captions, tracks, active: -1 } });
  end();
  player.set({ captions: { ...captions, tracks, active: 0 } });
  expect(log.payloadsOf('captionsSelected')).toEqual([
    { videoId: VIDEO.videoId, languageCode: 'de' },
    { videoId: VIDEO.videoId, languageCode: '' },
  ]);
});
