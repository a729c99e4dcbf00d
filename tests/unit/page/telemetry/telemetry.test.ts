import { createSpans } from '../../../support/fake-spans.ts';
import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { SecondsRange } from '../../../../protocol/runtime/media/time-ranges.ts';
import { LatencyLog } from '../../../../src/page/telemetry/latency-log.ts';
import { PlaybackQuality } from '../../../../src/page/telemetry/playback-quality.ts';
import { watchLifecycle } from '../../../../src/page/lifecycle/lifecycle.ts';
import { watchPageStart } from '../../../../src/page/telemetry/watch-page-start.ts';
import { watchPlayback } from '../../../../src/page/telemetry/watch-playback.ts';
import { createFakeClock, createSeededRandom, settle } from '../../../support/fake-clock.ts';
import { createFakePage } from '../../../support/fake-document.ts';
import { FakeInfrastructure } from '../../../support/fake-infrastructure.ts';
import { createFakePlayer, VIDEO } from '../../../support/fake-player.ts';

const NOT_BEGUN = { wantedAtMs: 0, moduleAtMs: 40, firstFrameAtMs: null, isBegun: false };

function watch(
  start = NOT_BEGUN as Parameters<typeof watchPlayback>[1]['start'],
  ready = false,
  played: readonly SecondsRange[] = [],
) {
  const clock = createFakeClock();
  const log = new FakeInfrastructure();
  const player = createFakePlayer({ video: VIDEO, durationSeconds: 100, ready });
  const frames = { droppedFrames: 1, totalFrames: 50 };
  const quality = new PlaybackQuality({
    clock,
    random: createSeededRandom(5),
    infrastructure: log,
    spans: createSpans(clock, 'main'),
    countFrames: () => frames,
  });
  const page = createFakePage(clock);
  const lifecycle = watchLifecycle(page);
  const playFrom = (seconds: number): void =>
    player.goTo(PLAYER_STATE.playing, {
      position: { seconds, atMs: clock.monotonicNow(), rate: 1 },
      mediaPath: 'worker',
    });
  const beginWatching = (): void => watchPlayback(quality, { player, clock, lifecycle, start }, played);
  const hide = (): void => page.setInSight(false);
  return { clock, log, player, frames, playFrom, hide, beginWatching };
}

test('watched ranges and frame counts are reported once when the page is hidden [L10]', async () => {
  const { clock, log, playFrom, hide, beginWatching } = watch();
  beginWatching();
  playFrom(5);
  await clock.advance(4_000);
  hide();
  hide();
  expect(log.payloadsOf('playbackWatched')).toMatchObject([{ videoId: 'orieldemo01', ranges: [[5, 9]] }]);
  expect(log.payloadsOf('playbackFrames')).toEqual([{ videoId: 'orieldemo01', droppedFrames: 1, totalFrames: 50 }]);
});

test('the watched range before a seek reaches to the position of the seek, even without a change in between [L10]', async () => {
  const { clock, log, player, playFrom, hide, beginWatching } = watch();
  beginWatching();
  playFrom(5);
  await clock.advance(4_000);
  const position = { seconds: 60, atMs: clock.monotonicNow(), rate: 0 };
  player.goTo(PLAYER_STATE.playing, { seeking: true, position });
  hide();
  expect(log.payloadsOf('playbackWatched')).toMatchObject([{ ranges: [[5, 9]] }]);
});

test('watched ranges are also reported at intervals, and at the end of the video [L10]', async () => {
  const { clock, log, player, playFrom, beginWatching } = watch();
  beginWatching();
  playFrom(0);
  await clock.advance(30_000);
  expect(log.payloadsOf('playbackWatched')).toHaveLength(1);
  await clock.advance(5_000);
  player.goTo(PLAYER_STATE.ended, { position: { seconds: 35, atMs: clock.monotonicNow(), rate: 0 } });
  expect(log.payloadsOf('playbackWatched')[1]).toMatchObject({ videoId: 'orieldemo01', ranges: [[30, 35]] });
});

test('a video that does not play has no timer, and a video that plays again is reported again [L10]', async () => {
  const { clock, log, player, playFrom, beginWatching } = watch();
  beginWatching();
  expect(clock.pendingCount()).toBe(0);
  playFrom(0);
  await clock.advance(10_000);
  player.goTo(PLAYER_STATE.paused, { position: { seconds: 10, atMs: clock.monotonicNow(), rate: 0 } });
  await clock.advance(20_000);
  expect([log.payloadsOf('playbackWatched').length, clock.pendingCount()]).toEqual([1, 0]);
  playFrom(10);
  await clock.advance(30_000);
  expect(log.payloadsOf('playbackWatched')[1]).toMatchObject({ ranges: [[10, 40]] });
});

test('the start-up time of a head start is measured to its first frame, however late telemetry loads [L10]', async () => {
  const clock = createFakeClock();
  const startedAtMs = clock.monotonicNow();
  const start = {
    wantedAtMs: startedAtMs,
    moduleAtMs: startedAtMs + 400,
    firstFrameAtMs: startedAtMs + 150,
    isBegun: true,
  };
  const begun = watch(start);
  await begun.clock.advance(1_000);
  begun.playFrom(0.8);
  begun.beginWatching();
  expect(begun.log.payloadsOf('playbackStarted')).toMatchObject([{ startUpMs: 150, engine: 'worker' }]);
});

test.for([
  { what: 'if the video plays on', at: 1.7, isWaiting: false, ranges: [[0, 3.7]] },
  { what: 'if the video waits', at: 1.7, isWaiting: true, ranges: [[0, 1.75]] },
  { what: 'if the video has been sought', at: 17, isWaiting: false, ranges: [[0, 1.75], [17, 19]] }, // prettier-ignore
])('a range that was played before telemetry loaded is reported, $what [L10]', async ({ at, isWaiting, ranges }) => {
  const { clock, log, player, playFrom, hide, beginWatching } = watch(NOT_BEGUN, false, [[0, 1.75]]);
  playFrom(at);
  if (isWaiting)
    player.goTo(PLAYER_STATE.buffering, { position: { seconds: at, atMs: clock.monotonicNow(), rate: 0 } });
  beginWatching();
  await clock.advance(2_000);
  hide();
  expect(log.payloadsOf('playbackWatched')).toMatchObject([{ videoId: 'orieldemo01', ranges }]);
});

test('the start of the page is logged as one action once player and service are ready [L8]', async () => {
  const { clock, log, player } = watch();
  const startedAtMs = clock.monotonicNow();
  const start = {
    wantedAtMs: startedAtMs,
    moduleAtMs: startedAtMs + 40,
    firstFrameAtMs: startedAtMs + 90,
    isBegun: true,
  };
  await clock.advance(100);
  watchPageStart(new LatencyLog(clock, log), {
    player,
    infrastructure: log,
    start,
  });
  await settle();
  expect(log.payloadsOf('latencyAction')).toEqual([]);
  await clock.advance(50);
  player.becomeReady();
  await settle();
  expect(log.payloadsOf('latencyAction')).toEqual([
    {
      action: 'page_start',
      ticks: { page_module: 40, first_frame: 90, infrastructure_ready: 100, player_ready: 150 },
      spans: { infrastructure: 60 },
      infos: { infrastructure: 'worker' },
    },
  ]);
});
