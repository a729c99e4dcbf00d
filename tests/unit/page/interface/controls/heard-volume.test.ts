import { expect, test } from 'vitest';
import { toggleSound } from '../../../../../src/page/interface/controls/commands.ts';
import { HeardVolume } from '../../../../../src/page/interface/controls/heard-volume.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

test('after a drag to 0 the heard volume is the volume before the drag, not a volume that the drag has passed', async () => {
  const clock = createFakeClock();
  const player = createFakePlayer({ volume: 80 });
  const heard = new HeardVolume({ player, clock });
  await clock.advance(5_000);
  for (const volume of [60, 35, 5, 0]) {
    player.set({ volume });
    await clock.advance(30);
  }
  expect(heard.get()).toBe(80);
});

test('after a drag to 0 that settles at once, the heard volume is the last settled volume', async () => {
  const clock = createFakeClock();
  const player = createFakePlayer({ volume: 100 });
  const heard = new HeardVolume({ player, clock });
  await clock.advance(5_000);
  player.set({ volume: 50 });
  await clock.advance(300);
  heard.settle();
  player.set({ volume: 0 });
  expect(heard.get()).toBe(50);
  heard.settle();
  expect(heard.get()).toBe(50);
});

test('without an earlier audible volume the heard volume is 50', () => {
  const player = createFakePlayer({ volume: 0 });
  expect(new HeardVolume({ player, clock: createFakeClock() }).get()).toBe(50);
});

test.each([
  [{ volume: 80, muted: false }, ['mute'], false],
  [{ volume: 80, muted: true }, ['unMute'], true],
  [{ volume: 0, muted: false }, ['setVolume 70'], true],
  [{ volume: 0, muted: true }, ['setVolume 70', 'unMute'], true],
])('toggleSound on %o runs %o and returns whether sound is on: %s', (sound, commands, isOn) => {
  const player = createFakePlayer();
  expect(toggleSound(player, sound, 70)).toBe(isOn);
  const executed = player.executed.map(({ command: { name, arguments: values } }) => [name, ...(values as unknown[])]);
  expect(executed.map((one) => one.join(' '))).toEqual(commands);
});
