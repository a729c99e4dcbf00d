import { expect, test } from 'vitest';
import type { ObservedEvent } from '../../../protocol/provider/observation.ts';
import { createAddresses } from '../../../src/audience/viewers-page/addresses.ts';
import { sessionsOf } from '../../../src/audience/viewers-page/latest-sessions.ts';
import { timelineOf } from '../../../src/audience/viewers-page/timeline.ts';
import { queryOfPage, queryOfReport, readSelection } from '../../../src/audience/viewers-page/report-selection.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12, 20);
const FIRST = 'a'.repeat(32);
const SECOND = 'b'.repeat(32);

function queryFor(search: string) {
  return queryOfReport(readSelection(search), NOW_MS);
}

test('the viewers page reads its selection from its address, and invalid values count as absent', () => {
  const first = readSelection('');
  expect(first).toMatchObject({ video: '', time: '7', compare: '', session: '' });
  expect(readSelection('?video=../x&time=8&from=now&compare=x&session=1')).toEqual(first);
  const selection = readSelection(
    '?video=film-1&time=own&from=2026-01-01&to=2026-01-03&compare=own&compareFrom=2025-12-01',
  );
  const { page, person } = createAddresses('/player/provider/viewers');
  expect(person(FIRST)).toBe(`/player/provider/people?kind=session&id=${FIRST}`);
  expect(page(queryOfPage(first))).toBe('/player/provider/viewers');
  expect(readSelection(new URL(page(queryOfPage(selection)), 'http://a').search)).toEqual(selection);
});

test.each([
  ['?time=1', '2026-01-04T13:00:00.000Z', '2026-01-05T13:00:00.000Z', ''],
  ['?time=30', '2025-12-07T00:00:00.000Z', '2026-01-06T00:00:00.000Z', ''],
  ['?compare=before', '2025-12-29T13:00:00.000Z', '2026-01-05T13:00:00.000Z', '2025-12-22T13:00:00.000Z'],
  ['?time=1&compare=week', '2026-01-04T13:00:00.000Z', '2026-01-05T13:00:00.000Z', '2025-12-28T13:00:00.000Z'],
  ['?time=30&compare=year', '2025-12-07T00:00:00.000Z', '2026-01-06T00:00:00.000Z', '2024-12-08T00:00:00.000Z'],
  ['?time=own&from=2026-01-02&to=2026-01-02', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z', ''],
])('the selection %s becomes a query of whole steps up to the current step', (search, from, to, compareFrom) => {
  expect(queryFor(search)).toEqual({ ok: true, query: { video: '', from, to, compareFrom } });
});

test('a selection with missing dates, or with dates in the wrong order, is refused', () => {
  expect(queryFor('?time=own&from=2026-01-02')).toMatchObject({ ok: false });
  expect(queryFor('?time=own&from=2026-01-02&to=2026-01-01')).toMatchObject({ ok: false });
  expect(queryFor('?compare=own')).toMatchObject({ ok: false });
});

function event(id: number, name: string, payload: object, eventTimeMs: number, session = FIRST): ObservedEvent {
  const known = { endpoint: 'video_stats', tier: 100, receivedAtMs: eventTimeMs, batchId: 1 };
  return { id, clientEventId: `${session}.${id}`, name, payload: JSON.stringify(payload), eventTimeMs, ...known };
}

test('a session is listed once with its events, the latest first', () => {
  const sessions = sessionsOf([
    event(3, 'playbackFailed', { videoId: 'video', code: 'net.timeout', message: 'Request timed out' }, 30),
    event(2, 'playbackStarted', { videoId: 'video', startUpMs: 250, quality: 'hd720' }, 20, SECOND),
    event(1, 'playbackStarted', { videoId: 'video', startUpMs: 1_500, quality: 'large' }, 10),
  ]);
  expect(sessions).toEqual([
    {
      id: FIRST,
      atMs: 30,
      video: 'video',
      words: ['began after 1.5 s, large', 'failed: net.timeout Request timed out'],
    },
    { id: SECOND, atMs: 20, video: 'video', words: ['began after 250 ms, hd720'] },
  ]);
});

test('a session with implausible times is listed by its arrival, and absurd values are replaced by words or left out', () => {
  const received = { receivedAtMs: 1_000 };
  const sessions = sessionsOf([
    { ...event(1, 'playbackStarted', { videoId: 'video', startUpMs: -5 }, 253_402_300_799_000), ...received },
    { ...event(2, 'playbackStalled', { videoId: 'video', durationMs: 1e308 }, 900), ...received },
    {
      ...event(3, 'playbackStarted', { videoId: 'video', startUpMs: 1e308, quality: 'hd720' }, 0, SECOND),
      receivedAtMs: 1_767_700_000_000,
    },
  ]);
  expect(sessions).toEqual([
    { id: SECOND, atMs: 1_767_700_000_000, video: 'video', words: ['began after more than an hour, hd720'] },
    { id: FIRST, atMs: 1_000, video: 'video', words: ['stalled for more than an hour', 'began'] },
  ]);
});

test('a timeline has the player’s states, stalls and errors in lanes, and the activity of threads before a stall', () => {
  const activity = {
    windowMs: 10_000,
    lanes: [
      {
        ...{ lane: 'main', isInline: false, observedMs: 10_000, busyShare: 0.5, gauges: {} },
        longest: [{ name: 'update', startedAgoMs: 900, durationMs: 100 }],
      },
    ],
  };
  const { fromMs, toMs, lanes, activities } = timelineOf([
    event(5, 'playbackStalled', { videoId: 'video', mediaTimeSeconds: 1, durationMs: 2_000, activity }, 6_000),
    event(4, 'playerStateChanged', { from: 1, to: 2 }, 9_000),
    event(1, 'playerStateChanged', { from: -1, to: 3 }, 1_000),
    event(2, 'playerStateChanged', { from: 3, to: 1 }, 2_000),
    event(6, 'playbackFailed', { code: 'net.timeout', message: 'x' }, 9_500),
    event(7, 'constructor', {}, 10_000),
  ]);
  expect([fromMs, toMs]).toEqual([1_000, 10_000]);
  expect(lanes).toEqual([
    {
      name: 'Player',
      marks: [
        { fromMs: 1_000, toMs: 2_000, kind: 'waiting', label: 'buffering' },
        { fromMs: 2_000, toMs: 9_000, kind: 'playing', label: 'playing' },
        { fromMs: 9_000, toMs: 10_000, kind: 'still', label: 'paused' },
      ],
    },
    { name: 'Stalls', marks: [{ fromMs: 4_000, toMs: 6_000, kind: 'bad', label: 'stalled for 2 s' }] },
    { name: 'Errors', marks: [{ fromMs: 9_500, toMs: 9_500, kind: 'bad', label: 'net.timeout x' }] },
  ]);
  expect(activities).toEqual([{ atMs: 4_000, title: 'Before it stalled for 2 s', activity }]);
});
