import { expect, test } from 'vitest';
import type { ObservationSummary } from '../../../protocol/provider/observation.ts';
import { tierTotals } from '../../../src/audience/live-page/tables.ts';
import { showTiles } from '../../../src/audience/live-page/tiles.ts';

const SUMMARY: ObservationSummary = {
  node: null,
  nowMs: 0,
  startedAtMs: 0,
  logs: [
    {
      endpoint: 'log_event',
      batches: 3,
      events: 40,
      accepted: 35,
      repeated: 5,
      retried: 1,
      wireBytes: 1_000,
      rawBytes: 4_000,
    },
    {
      endpoint: 'video_stats',
      batches: 1,
      events: 2,
      accepted: 2,
      repeated: 0,
      retried: 0,
      wireBytes: 500,
      rawBytes: 500,
    },
  ],
  events: [],
  sessions: { total: 7, active: 2 },
  requests: [{ method: 'GET', kind: '/', status: 404, count: 9 }],
  refusals: [
    { limit: 'connections', count: 20, networks: 2, lastMs: 0, isRoutine: false },
    { limit: 'calls_per_address', count: 5, networks: 1, lastMs: 0, isRoutine: false },
    { limit: 'idle_connections', count: 1, networks: 1, lastMs: 0, isRoutine: true },
  ],
  alerts: [],
  endedAlerts: [],
  clientDrops: [{ reason: 'bytes', count: 4 }],
  errorReports: 1,
  storage: { usedBytes: 2_000_000, maxBytes: 10_000_000, retentionDays: 35, budgets: [] },
  catalog: { videos: 1, playlists: 0, problems: [] },
};

test('the totals add up over both calls', () => {
  const list = document.createElement('dl');
  showTiles(list, SUMMARY);
  const tiles = [...list.children].map((tile) => [...tile.children].map((part) => part.textContent));
  expect(tiles).toEqual([
    ['Sessions', '7', '2 in the last minute'],
    ['Events stored', '37', '5 repeats left out'],
    ['Events dropped', '4', 'as players claim, unchecked'],
    ['Batches', '4', '10.5 events each'],
    ['Retries', '1', '25% of the batches'],
    ['Compression', '3.0×', '1.5 kB received'],
    ['Reported errors', '1', '9 responses with a status from 400'],
    ['Refused by limits', '25', '1 idle connection closed'],
    ['Database', '2 MB', 'of 10 MB; events are kept for 35 days'],
  ]);
  expect([...list.querySelectorAll('.alarm dt')].map(({ textContent }) => textContent)).toEqual([
    'Events dropped',
    'Reported errors',
  ]);
});

test('figures of a single node name the node if there are several', () => {
  const list = document.createElement('dl');
  const shed = { name: 'events', rows: 1, bytes: 1, allowedBytes: 2, shedRows: 3 };
  showTiles(list, { ...SUMMARY, node: 'films-2:4173', storage: { ...SUMMARY.storage, budgets: [shed] } });
  const notes = [...list.children].map((tile) => tile.lastElementChild?.textContent ?? '');
  expect(notes.filter((note) => note.includes('films-2'))).toEqual([
    '9 responses with a status from 400 on films-2:4173',
    '1 idle connection closed; both on films-2:4173',
    'of 10 MB; 3 rows shed on films-2:4173',
  ]);
});

test('a second summary changes the texts of the same tiles', () => {
  const list = document.createElement('dl');
  showTiles(list, SUMMARY);
  const [tile] = list.children;
  showTiles(list, { ...SUMMARY, sessions: { total: 8, active: 0 } });
  expect(list.children).toHaveLength(9);
  expect(list.children[0]).toBe(tile);
  expect(tile?.textContent).toContain('8');
});

test('events are summed by tier, most urgent first', () => {
  const total = { endpoint: 'log_event', unknownPayloads: 0 };
  const events = [
    { ...total, name: 'a', tier: 100, count: 5 },
    { ...total, name: 'b', tier: 400, count: 2 },
    { ...total, name: 'c', tier: 100, count: 1 },
  ];
  expect(tierTotals(events)).toEqual([
    { tier: 400, count: 2, share: '25%' },
    { tier: 100, count: 6, share: '75%' },
  ]);
});
