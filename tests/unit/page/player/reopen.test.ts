import { expect, test } from 'vitest';
import { createPlaying } from '../../../support/player-harness.ts';

test('hosts get one onRemotePlaybackChange event for each change', async () => {
  const { events, player } = await createPlaying();
  events.splice(0);
  for (const isRemote of [true, true, false]) player.remotePlaybackChanged(isRemote);
  expect(events).toEqual([
    { name: 'onRemotePlaybackChange', data: true },
    { name: 'onRemotePlaybackChange', data: false },
  ]);
  expect(player.getSnapshot().remotePlayback).toBe(false);
});
