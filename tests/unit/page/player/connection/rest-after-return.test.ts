import { expect, test } from 'vitest';
import { Emitter } from '../../../../../src/page/player/emitter.ts';
import { retryWithNetwork } from '../../../../../src/page/player/connection/network-retry.ts';
import type { ConnectionState } from '../../../../../src/page/player/connection/connection-table.ts';
import { createPlaying } from '../../../../support/player-harness.ts';

test('a video that the viewer paused stays paused when its stream, which failed offline, is retried', async () => {
  const { player, clock, element, engine, run } = await createPlaying();
  const changes = new Emitter<void>((error) => {
    throw error;
  });
  const network = { state: 'online' as ConnectionState, awayMs: 0 };
  retryWithNetwork({
    player,
    control: player,
    clock,
    connection: {
      get: () => network.state,
      lastAwayMs: () => network.awayMs,
      subscribe: (listener) => changes.on(listener),
    },
  });
  const go = (state: ConnectionState): void => {
    network.awayMs = clock.monotonicNow();
    network.state = state;
    changes.emit();
  };
  run('pauseVideo', [], 'viewer');
  await clock.advance(1_000);
  go('offline');
  engine.giveUp('net.connect');
  await clock.advance(1_000);
  expect(player.getSnapshot().error?.code).toBe('net.connect');
  go('back');
  await clock.advance(5_000);
  expect([player.getSnapshot().error, element.paused, player.wantsToPlay()]).toEqual([null, true, false]);
});
