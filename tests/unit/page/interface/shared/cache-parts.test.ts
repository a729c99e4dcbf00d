import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { JobScheduler } from '../../../../../protocol/runtime/job-scheduler.ts';
import { NavigationGate } from '../../../../../protocol/runtime/navigation-gate.ts';
import { succeed } from '../../../../../protocol/runtime/outcome.ts';
import { createPostTask } from '../../../../../protocol/runtime/post-task.ts';
import { cacheParts } from '../../../../../src/page/interface/shared/cache-parts.ts';
import { loadChunk } from '../../../../../src/page/platform/load-chunk.ts';
import type { PlayerSnapshot } from '../../../../../src/page/player/player.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

const AFTER_MS = 3_000;
const PAGE = 'https://player.test/assets/page.js';

/** A video of a hundred seconds with twelve seconds buffered, and the list of cached files. */
function watch(patch: Partial<PlayerSnapshot> = {}) {
  const clock = createFakeClock();
  const player = createFakePlayer({ durationSeconds: 100, bufferedRanges: [[0, 12]], ...patch });
  const cached: string[] = [];
  const runs: string[] = [];
  const gate = new NavigationGate(clock);
  const jobs = new JobScheduler({ clock, gate, post: createPostTask(clock, undefined), onError() {} });
  const viewer = { savesData: false };
  const connection = { state: 'online' as 'online' | 'offline', get: () => connection.state };
  cacheParts({
    player,
    clock,
    connection,
    infrastructure: { defer: (...job) => void jobs.schedule(...job) },
    afterMs: AFTER_MS,
    aheadSeconds: 10,
    savesData: () => viewer.savesData,
    parts: [
      () => loadChunk(async () => runs.push('menu'), ['./menu.js', './page.js', './menu.css'], PAGE),
      () => loadChunk(async () => runs.push('captions'), ['./menu.js', './page.js'], PAGE),
    ],
    cacheFiles: async (addresses) => {
      cached.push(...addresses);
      return succeed(undefined);
    },
    isLoaded: (address) => address === PAGE,
  });
  return { clock, gate, player, connection, viewer, cached, runs };
}

const FILES = ['https://player.test/assets/menu.js', 'https://player.test/assets/menu.css'];

test('files of parts are cached once a video has played for a while, and their code does not run', async () => {
  const { clock, player, cached, runs } = watch();
  await clock.advance(60_000);
  player.goTo(PLAYER_STATE.playing);
  await clock.advance(AFTER_MS - 1);
  expect(cached).toEqual([]);
  await clock.advance(1);
  expect(cached).toEqual(FILES);
  player.goTo(PLAYER_STATE.paused);
  player.goTo(PLAYER_STATE.playing);
  await clock.advance(60_000);
  expect([cached, runs, player.subscriberCount(), clock.pendingCount()]).toEqual([FILES, [], 0, 0]);
});

test.each([
  ['is ten seconds ahead', 0, [0, 9], [0, 15]],
  ['reaches the end', 95, [90, 98], [90, 99.5]],
] as const)('files of parts are cached once the buffer %s', async (_, seconds, before, after) => {
  const { clock, player, cached } = watch({ bufferedRanges: [before], position: { seconds, atMs: 0, rate: 0 } });
  player.goTo(PLAYER_STATE.playing);
  await clock.advance(AFTER_MS);
  expect(cached).toEqual([]);
  player.set({ bufferedRanges: [after] });
  await clock.advance(0);
  expect(cached).toEqual(FILES);
});

test('files of parts are not cached while the viewer saves data or is offline', async () => {
  const { clock, player, connection, viewer, cached } = watch();
  viewer.savesData = true;
  player.goTo(PLAYER_STATE.playing);
  await clock.advance(60_000);
  connection.state = 'offline';
  viewer.savesData = false;
  player.set({ bufferedRanges: [[0, 30]] });
  expect(cached).toEqual([]);
  connection.state = 'online';
  player.set({ bufferedRanges: [[0, 40]] });
  await clock.advance(0);
  expect(cached).toEqual(FILES);
});

test('files of parts are not cached during a navigation, which may end the page [X4, X5]', async () => {
  const { clock, gate, player, cached } = watch();
  player.goTo(PLAYER_STATE.playing);
  gate.begin();
  await clock.advance(AFTER_MS + 1_000);
  expect(cached).toEqual([]);
  gate.end();
  await clock.advance(0);
  expect(cached).toEqual(FILES);
});
