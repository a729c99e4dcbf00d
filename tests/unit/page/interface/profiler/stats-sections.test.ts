import { expect, test } from 'vitest';
import type { ProfilerState } from '../../../../../protocol/profiling/profiler-messages.ts';
import { bufferOf, codecsOf, liveNow, type PageFacts } from '../../../../../src/page/interface/profiler/page-facts.ts';
import type { MemoryState } from '../../../../../src/page/interface/profiler/memory.ts';
import { reportText } from '../../../../../src/page/interface/profiler/report-text.ts';
import { laneTexts, statsSections } from '../../../../../src/page/interface/profiler/stats-sections.ts';
import { NO_VIDEO } from '../../../../../src/page/player/initial-snapshot.ts';

const FACTS: PageFacts = {
  videoId: 'orieldemo01',
  sessionId: 'c0ffee',
  version: '1.2.3',
  service: {
    mode: 'inline',
    reason: 'worker failed to load: https://player.example/a.js',
    storage: 'memory',
    config: {},
  },
  mediaPath: 'worker',
  viewport: [640, 360, 2],
  picture: [1_280, 720],
  quality: 'hd720',
  codecs: null,
  frames: { droppedFrames: 3, totalFrames: 200 },
  buffer: { aheadSeconds: 12.34, behindSeconds: 4 },
  live: null,
  unacknowledgedEvents: 2,
  start: {
    timeOriginMs: 5_000,
    documentMs: 20,
    firstPaintMs: null,
    inlineScriptMs: 30,
    firstFrameMs: 400,
    isAutoplay: false,
  },
};
const STATE: ProfilerState = {
  earliestMs: 5_000,
  latestMs: 60_000,
  heightPx: 100,
  lanes: [
    {
      lane: 'infrastructure',
      isInline: true,
      observedMs: 40_000,
      busyShare1s: 0.5,
      busyShare60s: null,
      lag: { p50Ms: 0, p95Ms: 12, maxMs: 80 },
      gauges: { queuedEvents: 0, defaultEvents: 7, immediateEvents: 1, slowCompressions: 3, compressionOff: 1 },
    },
  ],
  rows: [],
  visibleCount: 0,
  foundCount: null,
  sums: null,
  frameCounts: { 'on time': 0, late: 0, dropped: 0, long: 0 },
  longFrames: [],
  inputs: [],
  lastStalls: [{ startMs: 58_000, durationMs: 700, isOpen: false, cause: 'network' }],
  steps: {
    wantedMs: 5_150,
    firstFrameMs: 5_400,
    workerReadyMs: 5_350,
    manifestMs: 'overwritten',
    firstSegmentMs: null,
  },
  totals: {
    batches: 4,
    batchedEvents: 8,
    compressedFromBytes: 9_000,
    compressedToBytes: 3_000,
    logRequests: 2,
    sentBytes: 2_048,
    stalls: 1,
    stalledMs: 700,
    isPartial: true,
  },
  costMsPerSecond: 1,
};

const sectionsFor = (facts = FACTS, state: ProfilerState | null = STATE, memory: MemoryState = '') =>
  statsSections({ facts, state, memory, ownCost: 'unmeasured' });

function valuesOf(facts: PageFacts, state: ProfilerState | null): Readonly<Record<string, string>> {
  const rows = sectionsFor(facts, state, 'unavailable: not isolated').flatMap((section) => section.rows);
  return Object.fromEntries(rows.map(({ label, value }) => [label, value]));
}

test('the statistics show every figure with its unit', () => {
  expect(valuesOf(FACTS, STATE)).toMatchObject({
    Resolution: '1280×720 (hd720)',
    Viewport: '640×360 at 2×',
    'Frames dropped': '3 of 200',
    Buffer: '12.3 s ahead, 4.0 s behind',
    Stalls: 'at least 1, 0.7 s in all',
    '2.0 s ago': '0.7 s, network',
    'Events by tier': 'default 7, immediate 1',
    Compression: '3.0 : 1',
    'Compression cut-off': 'off for slowness; slow runs 3',
    Sent: 'at least 2 kB in 2 requests',
    'Queued events': '0',
    'Waiting on main': '2 events',
    Threads: 'unavailable: not isolated',
  });
});

const LIVE = {
  video: { ...NO_VIDEO, isLive: true },
  seekable: [100, 154],
  playbackRate: 1,
  live: {
    condition: 'on',
    edgeSeconds: 160,
    edgeAtMs: 5_000,
    targetLatencySeconds: 6,
    isLowLatency: true,
    jumps: 2,
  },
} as const;

test('a live stream has its own figures, and its latency counts from the newest second of the playlist', () => {
  expect(liveNow({ ...LIVE, video: NO_VIDEO }, 150, 6_500)).toBeNull();
  const values = valuesOf({ ...FACTS, live: liveNow(LIVE, 150, 6_500) }, STATE);
  expect(values).toMatchObject({
    Stream: 'goes on',
    'Live latency': '11.5 s',
    'Target latency': '6.0 s',
    'Behind the head': '4.0 s',
    Window: '54.0 s',
    Segments: 'in parts, before they are whole',
    Speed: '1×, not changed to catch up',
    'Jumps to the head': '2',
  });
});

test('the statistics of a video have no section for live streams', () => {
  expect(sectionsFor().map(({ title }) => title)).not.toContain('Live');
});

test('an unknown figure is shown as unknown, not as zero', () => {
  const nothing = { ...FACTS, service: null, frames: null, buffer: null, picture: [0, 0], mediaPath: null } as const;
  const values = valuesOf(
    { ...nothing, live: liveNow({ ...LIVE, live: null, seekable: [0, 0] }, 0, 0) },
    { ...STATE, lanes: [] },
  );
  for (const label of [
    'Bandwidth',
    'Codecs',
    'Queued events',
    'Queued requests',
    'Events by tier',
    'Stream',
    'Live latency',
    'Target latency',
    'Behind the head',
    'Window',
    'Storage',
  ])
    expect([label, values[label]]).toEqual([label, expect.stringContaining('unknown')]);
  expect(values).toMatchObject({ 'Frames dropped': 'no frame yet', Buffer: 'empty', Resolution: 'no picture yet' });
  expect(valuesOf(FACTS, null)['Recorders']).toBe('not read yet');
});

test('the steps of the start are listed in the order of their times, with unknown steps last', () => {
  const start = sectionsFor().find(({ title }) => title === 'Start');
  expect(start?.rows.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Press to first frame: 250 ms',
    'Document received: 20 ms',
    'Inline script: 30 ms',
    'Press: 150 ms',
    'Worker ready: 350 ms; 200 ms after the press',
    'First frame: 400 ms; 250 ms after the press',
    'Shell painted: unknown: the browser does not tell',
    'First segment: not recorded',
    'Manifest: unknown: no longer recorded',
  ]);
});

test('steps after the first frame of a head start have labels that name their late part', () => {
  const steps = { ...STATE.steps, firstSegmentMs: 5_900, manifestMs: 5_320 };
  const labels = sectionsFor(FACTS, { ...STATE, steps })
    .find(({ title }) => title === 'Start')
    ?.rows.map(({ label }) => label);
  expect(labels?.slice(-2)).toEqual(['First segment complete', 'Shell painted']);
  expect(labels).toContain('Manifest');
});

test('without a press the time to the first frame counts from the navigation, and the row names the reason', () => {
  const valueOf = (start: PageFacts['start'], state = STATE) =>
    valuesOf({ ...FACTS, start }, state)['Press to first frame'];
  const { start } = FACTS;
  expect(valueOf({ ...start, isAutoplay: true })).toBe('no press: autoplay, 400 ms from navigation');
  const unpressed = { ...STATE, steps: { ...STATE.steps, wantedMs: null, firstFrameMs: null } };
  expect(valueOf(start, unpressed)).toBe('unknown: the press is not recorded');
  expect(valueOf({ ...start, firstFrameMs: null }, unpressed)).toBe('no frame yet');
});

test('a thread without recorded work shows “no work recorded”, since zero would look measured', () => {
  const [lane = expect.unreachable()] = STATE.lanes;
  const texts = laneTexts({ ...lane, busyShare1s: 0, busyShare60s: 0.004 });
  expect([texts.busy1s, texts.busy60s]).toEqual(['no work recorded', '≥ 0.4 %']);
});

test('the report text contains the figures, and neither ids nor addresses', () => {
  const text = reportText(sectionsFor(), STATE);
  expect(text).toContain(
    'oriel-infrastructure (on main): busy ≥ 50 % of 1 s, unknown of 40.0 s; lag p50 · p95 · max < 4 ms · 12 ms · 80 ms',
  );
  expect(text).toContain('Infrastructure: on main: worker failed to load: [address]');
  expect(text).not.toMatch(/orieldemo01|c0ffee|:\/\//);
  expect(reportText(sectionsFor(FACTS, null), null)).toContain('Build: 1.2.3');
});

test('the shown buffer is the range around the position, and is 0 in a gap', () => {
  const ranges = [
    [0, 4],
    [10, 30],
  ] as const;
  const buffered: TimeRanges = {
    length: 2,
    start: (index) => ranges[index]?.[0] ?? 0,
    end: (index) => ranges[index]?.[1] ?? 0,
  };
  expect(bufferOf({ buffered, currentTime: 12 })).toEqual({ behindSeconds: 2, aheadSeconds: 18 });
  expect(bufferOf({ buffered, currentTime: 6 })).toEqual({ behindSeconds: 0, aheadSeconds: 0 });
  expect(bufferOf({ buffered: { ...buffered, length: 0 }, currentTime: 6 })).toBeNull();
});

test('the shown codecs are the codecs of the level or file on screen, if its height is known', () => {
  const playlist = [
    '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.low,mp4a",RESOLUTION=427x240',
    'low.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=2,RESOLUTION=1280x720,CODECS="avc1.high,mp4a"',
    'high.m3u8',
  ].join('\n');
  const progressive = [
    { url: '/a.mp4', mimeType: 'video/mp4; codecs="avc1.file"', width: 640, height: 360, bitrate: 1 },
  ];
  const streamingData = { progressive, isLive: false, inlinePlaylists: { '/main.m3u8': playlist } };
  const response = { playabilityStatus: { status: 'OK' as const }, streamingData };
  expect(codecsOf(response, 'worker', 720)).toBe('avc1.high,mp4a');
  expect(codecsOf(response, 'worker', 72)).toBeNull();
  expect(codecsOf(response, 'progressive', 360)).toBe('avc1.file');
  expect(codecsOf(null, 'worker', 720)).toBeNull();
});

test('the cost of the panel is shown with its margin and its method, and without a number if the cost may be zero', () => {
  const costOf = (ownCost: Parameters<typeof statsSections>[0]['ownCost']) =>
    statsSections({ facts: FACTS, state: STATE, memory: '', ownCost })
      .flatMap(({ rows }) => rows)
      .find(({ label }) => label === 'On main')?.value;
  expect(costOf('unmeasured')).toContain('not measured');
  const clear = costOf({ cost: { mean: 3.21, margin: 0.94 }, seenShare: 0.97, takenShare: 0.01 });
  expect(clear).toMatch(/^3\.2 ± 0\.9 ms\/s \(.*idle loop.* with and without the panel.*97 % of known work\)$/);
  expect(costOf({ cost: { mean: 3, margin: 1 }, seenShare: 1, takenShare: 0.3 })).toContain(
    'other processes took 30 % of main’s time',
  );
  expect(costOf({ cost: { mean: 1, margin: 2 }, seenShare: 1, takenShare: 0 })).toMatch(/^cannot tell from nothing/);
});
