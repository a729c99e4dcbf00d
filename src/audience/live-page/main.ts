import * as z from 'zod/mini';
import {
  NODE_NAME_ID,
  NodeLoad,
  NodeStatus,
  ObservationPages,
  ObservationSummary,
  type ObservedEvent,
} from '../../../protocol/provider/observation.ts';
import { watchChanges, type ConnectionState } from './connection.ts';
import { LoadView } from './load-view.ts';
import { pageElement } from '../../provider/operator-page-parts/page-element.ts';
import { readData } from './provider-data.ts';
import { createTables, tierTotals } from './tables.ts';
import { showTiles } from './tiles.ts';

// Composition root of the provider's live page.
z.config({ jitless: true });

const ROWS = 50;
const EVENT_ROWS_MAX = 500;
const LOAD_INTERVAL_MS = 4_000;
const CONNECTION_TEXT: Readonly<Record<ConnectionState, string>> = {
  connecting: 'Connecting…',
  live: 'Live',
  stale: 'The database does not respond. Only alerts, curves, requests and limits are current.',
  lost: 'The provider is not responding. Trying again…',
};

const tables = createTables((id) => pageElement(id, HTMLElement));
const filterName = pageElement('filter-name', HTMLInputElement);
const filterContains = pageElement('filter-contains', HTMLInputElement);
const pause = pageElement('pause', HTMLButtonElement);
const connection = pageElement('connection', HTMLElement);
const load = new LoadView(pageElement('load', HTMLElement));
let loadShownMs = -Infinity;
let events: ObservedEvent[] = [];

function eventQuery(): { name: string; contains: string } {
  return { name: filterName.value.trim(), contains: filterContains.value.trim() };
}

async function showStatus(): Promise<boolean> {
  const status = await readData('status', NodeStatus);
  if (status === undefined) return false;
  const { node, startedAtMs, requests, refusals, alerts, endedAlerts, catalog } = status;
  const started = new Date(startedAtMs).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  pageElement('started', HTMLElement).textContent =
    `${node ?? 'This provider'} started on ${started}. Its curves and past alerts begin then.`;
  showNode(node);
  tables.requests.show(requests);
  tables.refusals.show(refusals);
  tables.alerts.show(alerts);
  tables.endedAlerts.show(endedAlerts);
  pageElement('alerts-section', HTMLElement).hidden = alerts.length === 0;
  const problems = pageElement('problems', HTMLElement);
  problems.hidden = catalog.problems.length === 0;
  problems.replaceChildren(
    ...catalog.problems.map((problem) => {
      const item = document.createElement('li');
      item.textContent = `Catalog${node === null ? '' : ` of ${node}`}: ${problem}`;
      return item;
    }),
  );
  return true;
}

async function showSummary(): Promise<boolean> {
  const summary = await readData('summary', ObservationSummary);
  if (summary === undefined) return false;
  showTiles(pageElement('tiles', HTMLElement), summary);
  tables.tiers.show(tierTotals(summary.events));
  tables.drops.show(summary.clientDrops);
  tables.totals.show(summary.events);
  tables.budgets.show(summary.storage.budgets);
  return true;
}

/** Refreshes the curves, less often than the rest of the page (twice a second). */
async function showLoad(): Promise<void> {
  if (performance.now() - loadShownMs < LOAD_INTERVAL_MS) return;
  loadShownMs = performance.now();
  const found = await readData('load', NodeLoad);
  if (found === undefined) return;
  load.show(found.points);
  pageElement('load-node', HTMLElement).textContent = found.node === null ? '' : ` of ${found.node}`;
}

/** Shows the node to which figures belong: behind a load balancer, page and figures may come from different nodes. */
function showNode(node: string | null): void {
  const name = document.getElementById(NODE_NAME_ID);
  if (name !== null && node !== null) name.textContent = `Node ${node}`;
  for (const mark of document.querySelectorAll('.of-node')) mark.textContent = node === null ? '' : ` of ${node}`;
}

async function showNewEvents(): Promise<void> {
  const [newest] = events;
  const query = { ...eventQuery(), limit: ROWS, ...(newest === undefined ? {} : { after: newest.id }) };
  const fresh = await readData('events', ObservationPages.events, query);
  if (fresh === undefined || fresh.length === 0) return;
  events = [...fresh, ...events].slice(0, EVENT_ROWS_MAX);
  tables.events.show(events);
}

async function showOlderEvents(): Promise<void> {
  const oldest = events.at(-1);
  if (oldest === undefined) return;
  const older = await readData('events', ObservationPages.events, { ...eventQuery(), limit: ROWS, before: oldest.id });
  events = [...events, ...(older ?? [])].slice(0, EVENT_ROWS_MAX);
  tables.events.show(events);
}

async function refresh(): Promise<ConnectionState> {
  if (pause.getAttribute('aria-pressed') === 'true') return 'live';
  const [isUp, isRead, sessions, batches, errors] = await Promise.all([
    showStatus(),
    showSummary(),
    readData('sessions', ObservationPages.sessions, { limit: ROWS }),
    readData('batches', ObservationPages.batches, { limit: ROWS }),
    readData('errors', ObservationPages.errors, { limit: ROWS }),
    showNewEvents(),
    showLoad(),
  ]);
  if (sessions !== undefined) tables.sessions.show(sessions);
  if (batches !== undefined) tables.batches.show(batches);
  if (errors !== undefined) tables.errors.show(errors);
  if (!isUp) return 'lost';
  return isRead ? 'live' : 'stale';
}

function showConnection(state: ConnectionState): void {
  if (connection.dataset['state'] === state) return;
  connection.dataset['state'] = state;
  connection.textContent = CONNECTION_TEXT[state];
}

function filterChanged(): void {
  events = [];
  tables.events.show(events);
  void showNewEvents();
}

const leaving = new AbortController();
filterName.addEventListener('change', filterChanged);
filterContains.addEventListener('change', filterChanged);
pageElement('older', HTMLButtonElement).addEventListener('click', () => void showOlderEvents());
pause.addEventListener('click', () => {
  const isPaused = pause.getAttribute('aria-pressed') !== 'true';
  pause.setAttribute('aria-pressed', String(isPaused));
  if (!isPaused) void refresh();
});
watchChanges(refresh, showConnection, leaving.signal);
