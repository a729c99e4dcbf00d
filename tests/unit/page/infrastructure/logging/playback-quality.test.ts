import { spansOf } from '../../../../../protocol/recording/thread-spans.ts';
import { createSpans } from '../../../../support/fake-spans.ts';
import { expect, test } from 'vitest';
import type { LiveFacts } from '../../../../../protocol/media/media-engine.ts';
import { endpointOfEvent } from '../../../../../protocol/events/event-delivery.ts';
import { PlaybackQuality, type PlaybackMoment } from '../../../../../src/page/telemetry/playback-quality.ts';
import { createFakeClock, createSeededRandom } from '../../../../support/fake-clock.ts';
import { FakeInfrastructure } from '../../../../support/fake-infrastructure.ts';
import { LIVE_FACTS } from '../../../../support/live-facts.ts';

const PAUSED: PlaybackMoment = {
  videoId: 'orieldemo01',
  mediaTimeSeconds: 0,
  isPlaying: false,
  isWaiting: false,
  isSeeking: false,
  quality: 'unknown',
  engine: 'worker',
  loadedBytes: 0,
  live: null,
};

const LIVE: LiveFacts = { ...LIVE_FACTS, edgeSeconds: null };

function createQuality() {
  const clock = createFakeClock();
  const log = new FakeInfrastructure();
  const spans = createSpans(clock, 'main');
  const frames = {
    value: { droppedFrames: 2, totalFrames: 100 } as { droppedFrames: number; totalFrames: number } | null,
  };
  const quality = new PlaybackQuality({
    clock,
    random: createSeededRandom(5),
    infrastructure: log,
    spans,
    countFrames: () => frames.value,
  });
  const observe = (change: Partial<PlaybackMoment>): void => quality.observe({ ...PAUSED, ...change });
  return { clock, log, spans, quality, observe, frames };
}

test('each video has a separate playback nonce of 16 characters [N9]', () => {
  const { log, quality, observe } = createQuality();
  observe({ isPlaying: true });
  const first = quality.playbackNonce;
  observe({ videoId: 'orieldemo02', isPlaying: true });
  expect([first.length, quality.playbackNonce === first]).toEqual([16, false]);
  expect(log.payloadsOf('playbackStarted').map(({ cpn }) => cpn)).toEqual([first, quality.playbackNonce]);
});

test('start-up time is from the request to the first moving picture [L10]', async () => {
  const { clock, log, quality, observe } = createQuality();
  quality.requested();
  observe({});
  await clock.advance(300);
  observe({ isPlaying: true, isWaiting: true });
  await clock.advance(150);
  observe({ isPlaying: true, quality: 'hd720' });
  expect(log.payloadsOf('playbackStarted')).toEqual([
    { videoId: 'orieldemo01', cpn: quality.playbackNonce, startUpMs: 450, engine: 'worker', quality: 'hd720' },
  ]);
});

test('main records a span from the play request to the first frame for each video', async () => {
  const { clock, spans, quality, observe } = createQuality();
  await clock.advance(700);
  quality.requested();
  await clock.advance(300);
  observe({ isPlaying: true });
  observe({ videoId: 'orieldemo02', isPlaying: true, isWaiting: true });
  await clock.advance(150);
  observe({ videoId: 'orieldemo02', isPlaying: true });
  const recorded = spansOf(spans.read()).filter(({ name }) => name === 'first frame');
  const startMs = clock.monotonicNow() - 450;
  expect(recorded.map((span) => [span.startMs, span.durationMs])).toEqual([
    [startMs, 300],
    [startMs + 300, 150],
  ]);
});

test('a stall is reported with its position and duration; waiting before the first frame or after a seek is no stall [L10]', async () => {
  const { clock, log, observe } = createQuality();
  observe({ isPlaying: true, isWaiting: true });
  await clock.advance(500);
  observe({ isPlaying: true });
  observe({ isPlaying: true, isWaiting: true, mediaTimeSeconds: 7 });
  await clock.advance(900);
  observe({ isPlaying: true, mediaTimeSeconds: 7 });
  observe({ isPlaying: true, isWaiting: true, isSeeking: true, mediaTimeSeconds: 40 });
  await clock.advance(400);
  observe({ isPlaying: true, mediaTimeSeconds: 40 });
  expect(log.payloadsOf('playbackStalled')).toEqual([{ videoId: 'orieldemo01', mediaTimeSeconds: 7, durationMs: 900 }]);
});

test('a stall of a live stream is reported with the live latency at which playback resumes [L10]', async () => {
  const { clock, log, observe } = createQuality();
  const live = { ...LIVE, edgeSeconds: 30, edgeAtMs: 1_000 };
  observe({ isPlaying: true, live });
  observe({ isPlaying: true, isWaiting: true, mediaTimeSeconds: 24, live });
  await clock.advance(3_000);
  observe({ isPlaying: true, mediaTimeSeconds: 24, live });
  observe({ isPlaying: true, isWaiting: true, live: LIVE });
  observe({ isPlaying: true, live: LIVE });
  expect(log.payloadsOf('playbackStalled')).toMatchObject([{ durationMs: 3_000, liveLatencySeconds: 8 }, {}]);
  expect(log.payloadsOf('playbackStalled')[1]).not.toHaveProperty('liveLatencySeconds');
});

test('quality changes are reported, except the first quality [L10]', () => {
  const { log, observe } = createQuality();
  observe({ isPlaying: true, quality: 'medium' });
  observe({ isPlaying: true, quality: 'hd720', mediaTimeSeconds: 4 });
  expect(log.payloadsOf('playbackQualityChanged')).toEqual([
    { videoId: 'orieldemo01', mediaTimeSeconds: 4, from: 'medium', to: 'hd720' },
  ]);
});

test('a range watched before a change of quality is reported with the earlier quality [L10]', () => {
  const { log, quality, observe } = createQuality();
  observe({ isPlaying: true, quality: 'medium' });
  observe({ isPlaying: true, quality: 'hd720', mediaTimeSeconds: 4 });
  observe({ isPlaying: true, quality: 'hd1080', isSeeking: true, mediaTimeSeconds: 50 });
  quality.flush();
  expect(log.payloadsOf('playbackWatched')).toMatchObject([{ ranges: [[0, 4]], quality: 'medium' }]);
  observe({ isPlaying: true, quality: 'hd1080', mediaTimeSeconds: 50 });
  quality.flush(55);
  expect(log.payloadsOf('playbackWatched')[1]).toMatchObject({
    ranges: [[50, 55]],
    before: [[0, 4]],
    quality: 'hd1080',
  });
});

test('a seek splits watched ranges and skips the part between; a pause does not [L10]', () => {
  const { log, quality, observe } = createQuality();
  observe({ isPlaying: true });
  observe({ isPlaying: true, mediaTimeSeconds: 10 });
  observe({ isPlaying: true, isSeeking: true, mediaTimeSeconds: 60 });
  observe({ isPlaying: true, mediaTimeSeconds: 60 });
  observe({ mediaTimeSeconds: 70 });
  observe({ isPlaying: true, mediaTimeSeconds: 70 });
  observe({ mediaTimeSeconds: 75 });
  quality.flush();
  expect(log.payloadsOf('playbackWatched')).toEqual([
    {
      videoId: 'orieldemo01',
      ranges: [
        [0, 10],
        [60, 75],
      ],
      before: [],
      quality: 'unknown',
    },
  ]);
});

test('a flush during playback reports only the range watched since the previous flush [L10]', () => {
  const { log, quality, observe } = createQuality();
  observe({ isPlaying: true });
  quality.flush(20);
  quality.flush(30);
  quality.flush(30);
  expect(log.payloadsOf('playbackWatched').map(({ ranges }) => ranges)).toEqual([[[0, 20]], [[20, 30]]]);
});

test('each dropped frame is reported once, if the browser counts dropped frames [L10]', () => {
  const { log, quality, observe, frames } = createQuality();
  quality.flush();
  observe({ isPlaying: true });
  quality.flush();
  frames.value = { droppedFrames: 5, totalFrames: 160 };
  quality.flush();
  // The count starts again at 0 with another source.
  frames.value = { droppedFrames: 1, totalFrames: 30 };
  quality.flush();
  frames.value = null;
  quality.flush();
  expect(log.payloadsOf('playbackFrames')).toEqual([
    { videoId: 'orieldemo01', droppedFrames: 2, totalFrames: 100 },
    { videoId: 'orieldemo01', droppedFrames: 3, totalFrames: 60 },
    { videoId: 'orieldemo01', droppedFrames: 1, totalFrames: 30 },
  ]);
});

test('another video starts a new report [L10]', async () => {
  const { clock, log, observe } = createQuality();
  observe({ isPlaying: true });
  observe({ isPlaying: true, mediaTimeSeconds: 5 });
  observe({ videoId: 'orielsphere', isPlaying: true, isWaiting: true });
  await clock.advance(200);
  observe({ videoId: 'orielsphere', isPlaying: true });
  expect(log.payloadsOf('playbackWatched')).toMatchObject([{ videoId: 'orieldemo01', ranges: [[0, 5]] }]);
  expect(log.payloadsOf('playbackStarted').map(({ videoId, startUpMs }) => [videoId, startUpMs])).toEqual([
    ['orieldemo01', 0],
    ['orielsphere', 200],
  ]);
});

test('errors are reported with their position [L10]', () => {
  const { log, quality, observe } = createQuality();
  observe({ isPlaying: true, mediaTimeSeconds: 3 });
  quality.failed('fmt.decode', 'x'.repeat(900), true);
  expect(log.payloadsOf('playbackError')).toEqual([
    { videoId: 'orieldemo01', code: 'fmt.decode', detail: 'x'.repeat(500), fatal: true, mediaTimeSeconds: 3 },
  ]);
});

test('all events of playback quality are sent to video_stats [L10]', () => {
  const { log, quality, observe } = createQuality();
  observe({ isPlaying: true, quality: 'medium' });
  observe({ isPlaying: true, isWaiting: true, quality: 'hd720', mediaTimeSeconds: 4 });
  observe({ isPlaying: true, quality: 'hd720', mediaTimeSeconds: 4 });
  quality.failed('net.timeout', '', false);
  quality.flush();
  expect(log.names().length).toBe(6);
  expect(log.names().map(endpointOfEvent)).toEqual(log.names().map(() => 'video_stats'));
});

test('each watched report has the bytes loaded since the previous report, also after the engine’s count starts again', () => {
  const { log, quality, observe } = createQuality();
  const watch = (mediaTimeSeconds: number, loadedBytes: number): void => {
    observe({ isPlaying: true, mediaTimeSeconds, loadedBytes });
    quality.flush(mediaTimeSeconds);
  };
  for (const [at, bytes] of [[0, 1_000], [10, 5_000], [20, 7_500], [30, 2_000], [40, 2_000]] as const) watch(at, bytes); // prettier-ignore
  observe({ videoId: 'orieldemo02', isPlaying: true, loadedBytes: 0 });
  observe({ videoId: 'orieldemo02', isPlaying: true, mediaTimeSeconds: 5, loadedBytes: 300 });
  quality.flush(5);
  expect(log.payloadsOf('playbackWatched').map(({ loadedBytes }) => loadedBytes)).toEqual([
    5_000,
    2_500,
    2_000,
    undefined,
    300,
  ]);
});
