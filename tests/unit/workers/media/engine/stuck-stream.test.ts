import { expect, test } from 'vitest';
import { createPlayingEngine } from './support.ts';

/** Times in milliseconds at which the stream is opened again, checked every second for half a minute. */
async function reopenings({ clock, engine, fake }: Awaited<ReturnType<typeof createPlayingEngine>>): Promise<number[]> {
  const times: number[] = [];
  for (let second = 0; second <= 30; second += 1) {
    const before = fake.instances.length;
    engine.observeElement();
    await clock.advance(0);
    if (fake.instances.length > before) times.push(second * 1_000);
    await clock.advance(1_000);
  }
  return times;
}

test('a stuck stream with its data loaded is opened again at its position, each time after twice the time', async () => {
  const harness = await createPlayingEngine();
  harness.media.currentTime = 3;
  expect(await reopenings(harness)).toEqual([4_000, 12_000, 28_000]);
  expect(harness.hls().config.startPosition).toBe(3);
  expect(harness.fake.instances.filter(({ calls }) => !calls.includes('destroy'))).toHaveLength(1);
});

test.for([
  ['is paused', { paused: true }],
  ['waits for data', { ranges: [[0, 3.2]] as const }],
] as const)('a stream that %s is not opened again', async ([, state]) => {
  const harness = await createPlayingEngine();
  Object.assign(harness.media, { currentTime: 3, ...state });
  expect(await reopenings(harness)).toEqual([]);
});

test('a stream that plays, and a detached stream, are not opened again', async () => {
  const moving = await createPlayingEngine();
  for (let second = 0; second < 9; second += 1) {
    moving.media.currentTime = second;
    moving.engine.observeElement();
    await moving.clock.advance(4_000);
  }
  expect(moving.fake.instances).toHaveLength(1);
  const gone = await createPlayingEngine();
  gone.engine.detach();
  expect(await reopenings(gone)).toEqual([]);
});
