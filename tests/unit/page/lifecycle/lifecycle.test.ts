import { expect, test } from 'vitest';
import { LIFECYCLE_STATES } from '../../../../protocol/threads/lifecycle-states.ts';
import { watchLifecycle, type LifecycleNotice } from '../../../../src/page/lifecycle/lifecycle.ts';
import { nextLifecycleState } from '../../../../src/page/lifecycle/lifecycle-table.ts';
import { createFakePage } from '../../../support/fake-document.ts';

function watchFakePage() {
  const page = createFakePage();
  const lifecycle = watchLifecycle(page);
  const notices: LifecycleNotice[] = [];
  lifecycle.subscribe((notice) => notices.push(notice));
  return { page, lifecycle, states: () => notices.map(({ state }) => state), notices };
}

test('the lifecycle goes through active, disposed preventable, disposed, flush and active [X1]', () => {
  const chain = (['beforeunload', 'pagehide', 'flush', 'flushed'] as const).reduce(
    (states, cause) => [...states, nextLifecycleState(states.at(-1) ?? 'document_active', cause)],
    ['document_active' as (typeof LIFECYCLE_STATES)[number]],
  );
  expect(chain).toEqual([...LIFECYCLE_STATES, 'document_active']);
});

test('a repeated lifecycle event changes nothing [X1]', () => {
  expect(nextLifecycleState('document_disposed', 'pagehide')).toBe('document_disposed');
  expect(nextLifecycleState('document_active', 'cancelled')).toBe('document_active');
});

const LEFT = ['document_disposed', 'flush_logs'];

test.each([
  // The page is disposed first, so that final events can be logged before the flush.
  ['pagehide', LEFT, true],
  ['pagehide, hidden', LEFT, true],
  ['hidden', ['flush_logs', 'document_active'], false],
  ['pagehide persisted', LEFT, false],
  ['pagehide persisted, pageshow persisted', [...LEFT, 'document_active'], false],
  ['freeze, resume', [...LEFT, 'document_active'], false],
  // The first `pageshow` of a page.
  ['pageshow', [], false],
])('after %s the states of a page are %j, and it is gone: %s [X1]', (events, expected, isGone) => {
  const { page, states, lifecycle } = watchFakePage();
  for (const event of events.split(', ')) {
    const [type = '', persisted] = event.split(' ');
    if (type === 'hidden') page.setInSight(false);
    else page.fire(type, { persisted: persisted !== undefined });
  }
  expect([states(), lifecycle.isGone]).toEqual([expected, isGone]);
});

test('a cancelled beforeunload returns to active with the viewer’s next input [X2]', () => {
  const { page, lifecycle } = watchFakePage();
  page.fire('beforeunload');
  expect(lifecycle.state).toBe('document_disposed_preventable');
  page.fire('pointerdown');
  expect(lifecycle.state).toBe('document_active');
  expect(page.clock.pendingCount()).toBe(0);
});

test('a cancelled beforeunload returns to active after five seconds without input [X2]', async () => {
  const { page, lifecycle } = watchFakePage();
  page.fire('beforeunload');
  await page.clock.advance(4_999);
  expect(lifecycle.state).toBe('document_disposed_preventable');
  await page.clock.advance(1);
  expect(lifecycle.state).toBe('document_active');
});

test('a page whose navigation takes longer than five seconds is disposed at pagehide [X2]', async () => {
  const { page, states } = watchFakePage();
  page.fire('beforeunload');
  await page.clock.advance(6_000);
  page.fire('pagehide', { persisted: false });
  expect(states().slice(-2)).toEqual(['document_disposed', 'flush_logs']);
});

test('the visibility is hidden, visible, backgrounded in the cache, and foregrounded after it [X3]', () => {
  const { page, lifecycle, notices } = watchFakePage();
  expect(lifecycle.visibility).toBe('visible');
  page.setInSight(false);
  page.setInSight(true);
  page.fire('pagehide', { persisted: true });
  page.fire('pageshow', { persisted: true });
  const changes = notices.filter((notice) => notice.visibility !== notice.previousVisibility);
  expect(changes.map(({ visibility }) => visibility)).toEqual(['hidden', 'visible', 'backgrounded', 'foregrounded']);
});

test('a page that resumes while not visible is hidden, not foregrounded [X3]', () => {
  const { page, lifecycle } = watchFakePage();
  page.setInSight(false);
  page.fire('freeze');
  page.fire('resume');
  expect(lifecycle.visibility).toBe('hidden');
});

test('the lifecycle never listens to unload', () => {
  const page = createFakePage();
  const types: string[] = [];
  const listen = page.window.addEventListener.bind(page.window);
  page.window.addEventListener = (type: string, ...rest: [EventListener, AddEventListenerOptions]) => {
    types.push(type);
    listen(type, ...rest);
  };
  watchLifecycle(page);
  expect(types).toContain('pagehide');
  expect(types).not.toContain('unload');
});
