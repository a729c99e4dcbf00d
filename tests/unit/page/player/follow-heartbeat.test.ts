import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { PlayerResponse } from '../../../../protocol/provider/player-response.ts';
import { followHeartbeat } from '../../../../src/page/player/follow-heartbeat.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { FakeInfrastructure } from '../../../support/fake-infrastructure.ts';
import { createFakePlayer, VIDEO } from '../../../support/fake-player.ts';

const { playing, paused, buffering } = PLAYER_STATE;
const response = (token: string): PlayerResponse => ({
  playabilityStatus: { status: 'OK' },
  heartbeat: { intervalMs: 1_000, token },
});

function subject() {
  const clock = createFakeClock();
  const player = createFakePlayer({ video: { ...VIDEO, response: response('first') } });
  const infrastructure = new FakeInfrastructure();
  const respond = (status: 'ok' | 'stop') =>
    (infrastructure.responses = { heartbeat: { status, reason: 'Playing elsewhere', intervalMs: 1_000 } });
  respond('ok');
  const state = { onBeat: (): void => undefined };
  followHeartbeat({
    player,
    clock,
    control: player,
    infrastructure: {
      call(endpoint, fields) {
        state.onBeat();
        return infrastructure.call(endpoint, fields);
      },
    },
  });
  const sent = () => infrastructure.called.map(([, fields]) => fields);
  return { clock, player, infrastructure, state, respond, sent };
}

test('the heartbeat is sent while the video plays, with the token of the present response [N23]', async () => {
  const { clock, player, sent } = subject();
  await clock.advance(5_000);
  expect(sent()).toEqual([]);
  player.goTo(playing);
  await clock.advance(1_000);
  player.goTo(buffering);
  await clock.advance(1_000);
  expect(sent()).toEqual([
    { videoId: 'orieldemo01', heartbeatToken: 'first', sequenceNumber: 1 },
    { videoId: 'orieldemo01', heartbeatToken: 'first', sequenceNumber: 2 },
  ]);
  player.goTo(paused);
  await clock.advance(5_000);
  player.set({ video: { ...VIDEO, response: response('second') } });
  player.goTo(playing);
  await clock.advance(1_000);
  expect(sent().slice(2)).toEqual([{ videoId: 'orieldemo01', heartbeatToken: 'second', sequenceNumber: 1 }]);
  player.set({ video: { ...VIDEO, response: { playabilityStatus: { status: 'OK' } } } });
  await clock.advance(5_000);
  player.goTo(paused);
  expect(sent()).toHaveLength(3);
});

test('a video with a pending response has no heartbeat [N23]', async () => {
  const { clock, player, sent } = subject();
  player.goTo(playing);
  player.set({ video: { ...VIDEO, response: null } });
  await clock.advance(5_000);
  expect(sent()).toEqual([]);
});

test('a stop response to a heartbeat ends playback with the provider’s reason [N23, H5]', async () => {
  const { clock, player, respond } = subject();
  respond('stop');
  player.goTo(playing);
  await clock.advance(1_000);
  expect(player.controlled).toEqual([['endPlayback', 'heartbeat.stop', 'Playing elsewhere']]);
});

test('a pause during a heartbeat request leaves one timer, not two [N23]', async () => {
  const { clock, player, state, sent } = subject();
  state.onBeat = () => {
    state.onBeat = () => undefined;
    player.goTo(paused);
    player.goTo(playing);
  };
  player.goTo(playing);
  await clock.advance(10_000);
  expect(sent()).toHaveLength(10);
});

test('unreachable heartbeats end playback without a message, so that the catalogue’s message is shown [N23, H5]', async () => {
  const { clock, player, infrastructure } = subject();
  infrastructure.failing.add('call');
  player.goTo(playing);
  await clock.advance(3_000);
  expect(player.controlled).toEqual([['endPlayback', 'heartbeat.net', '']]);
});
