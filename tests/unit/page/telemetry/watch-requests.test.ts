import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { HostCommand } from '../../../../src/page/host-messages/host-messages.ts';
import { watchLifecycle } from '../../../../src/page/lifecycle/lifecycle.ts';
import type { PlayerSnapshot } from '../../../../src/page/player/player.ts';
import { watchRequests } from '../../../../src/page/telemetry/watch-requests.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createFakePage } from '../../../support/fake-document.ts';
import { FakeInfrastructure } from '../../../support/fake-infrastructure.ts';
import { createFakePlayer, VIDEO } from '../../../support/fake-player.ts';

const PLAY: HostCommand = { name: 'playVideo', arguments: [] };
const NEXT: HostCommand = { name: 'nextVideo', arguments: [] };
const LOAD: HostCommand = { name: 'loadVideoById', arguments: { videoId: 'orielmp4001' } };
const VOLUME: HostCommand = { name: 'setVolume', arguments: [30] };

function open(initial: Partial<PlayerSnapshot> = {}) {
  const clock = createFakeClock();
  const infrastructure = new FakeInfrastructure();
  const player = createFakePlayer({ video: VIDEO, ...initial });
  const page = createFakePage(clock);
  const lifecycle = watchLifecycle(page);
  return {
    clock,
    player,
    watch: () => watchRequests({ player, control: player, infrastructure, clock, lifecycle }),
    hide: () => page.setInSight(false),
    requests: () => infrastructure.payloadsOf('playbackRequested'),
    volumes: () => infrastructure.payloadsOf('volumeChanged'),
    qualities: () => infrastructure.payloadsOf('qualitySelected'),
  };
}

test('each command that requests playback is logged with its source', () => {
  const { player, watch, requests } = open();
  watch();
  player.ran(PLAY, 'viewer');
  player.goTo(PLAYER_STATE.playing);
  player.set({ video: { ...VIDEO, videoId: 'orielmp4001' } });
  player.ran(LOAD, 'host');
  expect(requests()).toEqual([
    { videoId: 'orieldemo01', by: 'viewer' },
    { videoId: 'orielmp4001', by: 'host' },
  ]);
});

test('playback without a command is logged once, as autoplay', () => {
  const { player, watch, requests } = open();
  watch();
  player.goTo(PLAYER_STATE.buffering);
  player.goTo(PLAYER_STATE.playing);
  player.goTo(PLAYER_STATE.paused);
  player.goTo(PLAYER_STATE.playing);
  expect(requests()).toEqual([{ videoId: 'orieldemo01', by: 'autoplay' }]);
});

test('a command that ran before telemetry had loaded is logged with its source', () => {
  const { player, watch, requests } = open({ state: PLAYER_STATE.playing });
  player.ran(LOAD, 'host');
  watch();
  expect(requests()).toEqual([{ videoId: 'orieldemo01', by: 'host' }]);
});

test('a request for a list is logged once its first video is known', () => {
  const { player, watch, requests } = open({ video: { ...VIDEO, videoId: '' } });
  watch();
  player.ran({ name: 'loadPlaylist', arguments: { list: 'PLorieldemolist001' } }, 'host');
  expect(requests()).toEqual([]);
  player.set({ video: VIDEO });
  expect(requests()).toEqual([{ videoId: 'orieldemo01', by: 'host' }]);
});

test('a refused load, a step without an effect and a restored preference are not logged as playback requests', () => {
  const { player, watch, requests } = open();
  watch();
  player.ran(PLAY, 'viewer');
  player.goTo(PLAYER_STATE.playing);
  player.ran(LOAD, 'host', false);
  player.ran(NEXT, 'viewer');
  player.ran(PLAY, 'preference');
  expect(requests()).toHaveLength(1);
  player.set({ video: { ...VIDEO, videoId: 'orielmp4001' }, state: PLAYER_STATE.unstarted });
  player.ran(NEXT, 'viewer');
  expect(requests()).toHaveLength(2);
});

test('a volume is logged half a second after its last change, with the source of the change', async () => {
  const { clock, player, watch, volumes } = open();
  watch();
  for (const volume of [80, 60, 30]) {
    player.set({ volume });
    player.ran(VOLUME, 'viewer');
    await clock.advance(100);
  }
  expect(volumes()).toEqual([]);
  await clock.advance(500);
  expect(volumes()).toEqual([{ volume: 30, muted: false, by: 'viewer' }]);
});

test('a mute without a command is logged with the source “player”, also after a command without an effect', async () => {
  const { clock, player, watch, volumes } = open();
  watch();
  player.ran({ name: 'setVolume', arguments: [100] }, 'host');
  player.set({ muted: true });
  await clock.advance(500);
  expect(volumes()).toEqual([{ volume: 100, muted: true, by: 'player' }]);
});

test('a pending change of the volume is logged once, when the page is hidden', async () => {
  const { clock, player, watch, hide, volumes } = open();
  watch();
  player.set({ volume: 30 });
  player.ran(VOLUME, 'host');
  hide();
  await clock.advance(1_000);
  expect(volumes()).toEqual([{ volume: 30, muted: false, by: 'host' }]);
});

test('each change of the chosen quality is logged', () => {
  const { player, watch, qualities } = open();
  watch();
  player.set({ qualityChoice: 'hd720' });
  player.set({ quality: 'hd720' });
  player.set({ qualityChoice: 'auto' });
  expect(qualities()).toEqual([
    { videoId: 'orieldemo01', quality: 'hd720' },
    { videoId: 'orieldemo01', quality: 'auto' },
  ]);
});
