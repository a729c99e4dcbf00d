import { expect, test } from 'vitest';
import { createPlaying } from '../../../support/player-harness.ts';

test('another engine continues at the same position, and plays as the one before did', async () => {
  const { element, engines, player, run, rest } = await createPlaying();
  run('seekTo', [7, true]);
  await rest();
  const before = element.currentTime;
  expect([engines.length, before >= 7, element.paused]).toEqual([1, true, false]);
  player.reopen();
  await rest();
  expect([engines.length, element.paused, player.getSnapshot().error]).toEqual([2, false, null]);
  expect(element.currentTime).toBeGreaterThanOrEqual(before);
});

test('hosts hear of a receiver once for each change', async () => {
  const { events, player } = await createPlaying();
  events.splice(0);
  for (const isRemote of [true, true, false]) player.remotePlaybackChanged(isRemote);
  expect(events).toEqual([
    { name: 'onRemotePlaybackChange', data: true },
    { name: 'onRemotePlaybackChange', data: false },
  ]);
  expect(player.getSnapshot().remotePlayback).toBe(false);
});
