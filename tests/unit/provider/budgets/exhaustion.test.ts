// @module-tag thorough
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { expect, onTestFinished, test } from 'vitest';
import { ObservationSummary } from '../../../../protocol/provider/observation.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { batch, LOG_EVENT, wireEvent } from '../support/events.ts';
import { context, openTestProvider, readJson, type TestProvider } from '../support/test-provider.ts';

/** One address exhausts the space that all addresses share. Rate limits are off, so that the data of minutes arrives at once. */

const MAX_BYTES = 2_500_000;
const NO_RATES = {
  ...{ callsPerSecond: 0, viewerCallsPerSecond: 0, pagesPerSecond: 0, filesPerSecond: 0, bodyBytesPerSecond: 0 },
  databaseMaxBytes: MAX_BYTES,
  newVisitorsPerHour: 200,
};
const [GENUINE, ANOTHER, HOSTILE] = ['192.0.2.1', '198.51.100.1', '203.0.113.1'];
/** After this time the next shedding of rows has begun. */
const SHED_MS = 11_000;

async function open() {
  const databaseUrl = `file:${join(await temporaryFolder(), 'provider.db')}`;
  const provider = await openTestProvider({ databaseUrl, limits: NO_RATES });
  const reader = createClient({ url: databaseUrl });
  onTestFinished(() => reader.close());
  const count = async (what: string): Promise<number> =>
    Number((await reader.execute(`SELECT count(*) AS count FROM ${what}`)).rows[0]?.['count']);
  // Waits until shedding has shrunk the file, which takes turns of the event loop.
  const shed = async (): Promise<void> => {
    await provider.clock.advance(SHED_MS);
    const pages =
      'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size';
    await expect
      .poll(async () => Number((await reader.execute(pages)).rows[0]?.['bytes']), { timeout: 20_000 })
      .toBeLessThan(MAX_BYTES);
  };
  return { provider, count, shed };
}

/** Requests as if from a socket with this address. */
async function postFrom(provider: TestProvider, address: string, path: string, body: object): Promise<Response> {
  const request = new Request(new URL(path, 'http://player.example'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return provider.fetch(request, { incoming: { socket: { remoteAddress: address } } });
}

const sessionOf = (serial: number): string => serial.toString(16).padStart(32, '0');

function eventsOf(session: string, count: number, over: object = {}) {
  return Array.from({ length: count }, (_, index) =>
    wireEvent(index, { clientEventId: `${session}.${index}`, ...over }),
  );
}

test('a flood of events with the highest tier does not displace the events of other addresses', async () => {
  const { provider, count, shed } = await open();
  const post = (address: string, session: number, over: object = {}): Promise<Response> =>
    postFrom(provider, address, LOG_EVENT, batch([], { events: eventsOf(sessionOf(session), 100, over) }));
  const genuine = `events WHERE session_id IN ('${[1, 2, 3].map(sessionOf).join(`', '`)}')`;
  for (const session of [1, 2]) expect((await post(GENUINE, session)).status).toBe(200);
  const junk = { tier: Number.MAX_SAFE_INTEGER, name: 'junk', payload: { text: 'x'.repeat(500) } };
  const statuses: number[] = [];
  const waits = new Set<number>();
  for (let session = 100; session < 170; session += 1) {
    const { status, headers } = await post(HOSTILE, session, junk);
    statuses.push(status);
    if (status === 429) waits.add(Number(headers.get('Retry-After')));
    if (session % 10 === 0) await provider.clock.advance(1_000);
  }
  await shed();
  expect(await count(genuine)).toBe(200);
  // Another address may add events while the flood holds its whole share, and these events are kept as well.
  expect((await post(ANOTHER, 3)).status).toBe(200);
  await shed();
  expect(await count(genuine)).toBe(300);
  expect(statuses.at(-1)).toBe(429);
  // Space is freed slowly: a retry after seconds would be refused again.
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(60);
  expect(Math.max(...waits)).toBeLessThanOrEqual(300);
  expect(waits.size).toBeGreaterThan(1);
  expect(await provider.metrics.text()).toMatch(/^oriel_refusals_total\{limit="budget_log"\} [1-9]/m);
  const metrics = expect.poll(() => provider.metrics.text());
  await metrics.toMatch(/^oriel_budget_bytes\{budget="log",what="held"\} [1-9]/m);
  await metrics.toMatch(/^oriel_budget_bytes\{budget="log",what="allowed"\} [1-9]/m);
});

test('an address that saves playlists as ever new visitors is refused before the playlists displace events', async () => {
  const { provider, count, shed } = await open();
  await postFrom(provider, GENUINE, LOG_EVENT, batch([], { events: eventsOf(sessionOf(1), 100) }));
  const videos = ['orieldemo01', 'orielsphere'];
  const save = async (address: string, list: number): Promise<number> => {
    const shown = await readJson(
      await postFrom(provider, address, '/youtubei/v1/player', { context: context(), videoId: 'orieldemo01' }),
    );
    const { visitorData } = shown['responseContext'] as { visitorData: string };
    const actions = videos.map((addedVideoId) => ({ action: 'ACTION_ADD_VIDEO', addedVideoId }));
    const path = '/youtubei/v1/browse/edit_playlist';
    const playlistId = `PL${'x'.repeat(50)}${list}`;
    return (await postFrom(provider, address, path, { context: context({ visitorData }), playlistId, actions })).status;
  };
  const statuses: number[] = [];
  for (let list = 0; list < 3_000; list += 1) {
    statuses.push(await save(HOSTILE, list));
    if (list % 200 === 0) await provider.clock.advance(1_000);
    if (statuses.at(-1) === 429) break;
  }
  await shed();
  expect(await count('events')).toBe(100);
  expect(await count('playlist_items')).toBeLessThan(1_500);
  expect(statuses.at(-1)).toBe(429);
  expect(await save(ANOTHER, 1)).toBe(200);
}, 120_000);

test('readyz, the metrics and the operator summary report the rows that a full store has shed', async () => {
  const databaseUrl = `file:${join(await temporaryFolder(), 'provider.db')}`;
  const roomy = await openTestProvider({ databaseUrl, limits: { ...NO_RATES, databaseMaxBytes: 1e9 } });
  for (let session = 1; session <= 60; session += 1)
    await postFrom(roomy, HOSTILE, LOG_EVENT, batch([], { events: eventsOf(sessionOf(session), 100) }));
  await roomy.close();
  const provider = await openTestProvider({ databaseUrl, limits: NO_RATES });
  expect(await (await provider.get('/readyz')).json()).toEqual({ isReady: true, reasons: [], warnings: [] });
  await provider.clock.advance(SHED_MS);
  const ready = expect.poll(async () => (await provider.get('/readyz')).json(), { timeout: 20_000 });
  const warnings = ['A part of the database is nearly full: log (95 %).', 'A part of the database was full: '].map(
    (text) => expect.stringContaining(text),
  );
  await ready.toEqual({ isReady: true, reasons: [], warnings });
  expect(await provider.metrics.text()).toMatch(/^oriel_shed_rows_total\{budget="log",table="events"\} [1-9]/m);
  const { storage } = ObservationSummary.parse(await (await provider.get('/provider/api/summary')).json());
  expect(storage.budgets.find(({ name }) => name === 'log')?.shedRows).toBeGreaterThan(1_000);
});
