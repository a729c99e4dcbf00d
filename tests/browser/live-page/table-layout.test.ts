import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ObservedEvent } from '../../../protocol/provider/observation.ts';
import { createTables } from '../../../src/audience/live-page/tables.ts';
import '../../../src/provider/operator-page-parts/styles/operator-page.css';
import '../../../src/audience/live-page/styles/table.css';

const LONG = 'x'.repeat(60_000);

function event(over: Partial<ObservedEvent> = {}): ObservedEvent {
  const times = { eventTimeMs: 0, receivedAtMs: 0 };
  const named = { id: 1, clientEventId: `${'a'.repeat(32)}.1`, endpoint: 'log_event', name: 'playbackStarted' };
  return { ...named, ...times, tier: 100, batchId: 12, payload: '{"text":"ok"}', ...over };
}

/** Shows the table of events in a page of this width. */
async function open(widthPixels: number, events: readonly ObservedEvent[]): Promise<HTMLElement> {
  await page.viewport(widthPixels, 740);
  const frames = document.body.appendChild(document.createElement('main'));
  onTestFinished(() => frames.remove());
  const shown = document.createElement('div');
  shown.className = 'table-frame';
  frames.append(shown);
  createTables((id) => (id === 'events' ? shown : document.createElement('div'))).events.show(events);
  return shown;
}

/** Texts of cells that are not wholly between the sides of the frame. */
function cutCells(frame: HTMLElement, cells: string): (string | null)[] {
  const { left, right } = frame.getBoundingClientRect();
  return [...frame.querySelectorAll<HTMLElement>(cells)]
    .filter(({ textContent }) => textContent !== '')
    .filter((cell) => {
      const box = cell.getBoundingClientRect();
      return box.left < left || box.right > right + 1 || cell.scrollWidth > cell.clientWidth + 1;
    })
    .map(({ textContent }) => textContent.slice(0, 20));
}

test('on a phone every column of a row is between the sides of its table, with its title', async () => {
  const frame = await open(360, [event()]);
  expect(cutCells(frame, 'td')).toEqual([]);
  const titles = [...frame.querySelectorAll('td')].map(({ dataset }) => dataset['title']);
  expect(titles).toEqual(['Received', 'Event', 'Tier', 'Session', 'Batch', 'Payload', 'Threads']);
  const [cell] = frame.querySelectorAll('td');
  expect(cell && getComputedStyle(cell, '::before').content).toContain('Received');
});

test.each([360, 1_280])('at %i pixels a name of 60 000 characters hides no column', async (widthPixels) => {
  const frame = await open(widthPixels, [event({ name: LONG, payload: JSON.stringify({ text: LONG }) })]);
  expect(frame.scrollWidth).toBeLessThanOrEqual(frame.clientWidth);
  expect(cutCells(frame, 'td')).toEqual([]);
});

test('a row that is a block on a phone is still a row of a table for a screen reader', async () => {
  const frame = await open(360, [event()]);
  const roles = ['table', 'rowgroup', 'row', 'columnheader', 'cell'].map(
    (role) => frame.querySelectorAll(`[role=${role}]`).length,
  );
  expect(roles).toEqual([1, 2, 2, 7, 7]);
});
