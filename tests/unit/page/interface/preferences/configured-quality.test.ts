import { expect, test } from 'vitest';
import type { HostCommand } from '../../../../../src/page/host-messages/host-messages.ts';
import { useConfiguredQuality } from '../../../../../src/page/interface/preferences/configured-quality.ts';
import type { PlayerSnapshot } from '../../../../../src/page/player/player.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

const OFFERED: Partial<PlayerSnapshot> = { qualities: ['hd720', 'small', 'auto'] };

/** A page on which the last visit has stored the configuration group `hot`. */
async function open(hot: unknown, chosen?: HostCommand) {
  const player = createFakePlayer();
  if (chosen !== undefined) player.ran(chosen, 'host');
  const mode = { mode: 'worker', reason: '', storage: 'indexeddb', config: { hot } } as const;
  await useConfiguredQuality({ player, control: player, infrastructure: { ready: Promise.resolve(mode) } });
  return player;
}

test('the default quality that the provider configured at the last visit is set once a video offers this quality [S4]', async () => {
  const player = await open({ playbackQualityDefault: 'small', other: 1 });
  player.set({ qualities: ['hd720', 'auto'] });
  expect(player.executed).toEqual([]);
  player.set(OFFERED);
  player.set({ quality: 'small' });
  expect(player.executed).toMatchObject([
    { command: { name: 'setPlaybackQuality', arguments: ['small'] }, by: 'preference' },
  ]);
});

test.each([
  [{ playbackQualityDefault: 'auto' }],
  [{ playbackQualityDefault: 'huge' }],
  [{ playbackQualityDefault: 7 }],
  ['small'],
  [undefined],
])('a configuration of %j sets no quality', async (hot) => {
  const player = await open(hot);
  player.set(OFFERED);
  expect(player.executed).toEqual([]);
});

test.each<HostCommand>([
  { name: 'setPlaybackQuality', arguments: ['auto'] },
  { name: 'setPlaybackQualityRange', arguments: ['hd720'] },
])('a quality chosen by the command %j takes precedence over the configured quality', async (chosen) => {
  const player = await open({ playbackQualityDefault: 'small' }, chosen);
  player.set(OFFERED);
  expect(player.executed).toEqual([]);
});

test('a quality that the video was loaded with takes precedence over the configured quality', async () => {
  const player = await open({ playbackQualityDefault: 'small' });
  player.set({ ...OFFERED, qualityChoice: 'hd720' });
  expect(player.executed).toEqual([]);
});
