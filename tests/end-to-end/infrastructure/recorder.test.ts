// @module-tag thorough
import { expect } from 'vitest';
import { ActivitySummary } from '../../../protocol/recording/activity.ts';
import { TRACK_GROUP } from '../../../protocol/profiling/devtools-track.ts';
import { flush, runningFrame, test, visit } from '../reliability/support/fault-lab.ts';
import { POLLING } from '../reliability/support/provider-view.ts';

test('an error report contains the recent activity of the threads, and the page of the provider shows it [N14]', async ({
  lab,
}) => {
  const { frame } = await visit(lab.context, lab.hostUrl);
  await flush(frame);
  await frame.evaluate(() => {
    setTimeout(() => {
      throw new Error('with its activity');
    });
  });
  const reported = async () =>
    (await lab.provider.errorReports()).find(({ message }) => message.includes('with its activity'))?.activity ?? null;
  await expect.poll(reported, POLLING).not.toBeNull();

  const summary = ActivitySummary.parse(JSON.parse((await reported()) ?? ''));
  expect(summary.lanes.map(({ lane }) => lane)).toEqual(expect.arrayContaining(['infrastructure', 'main']));
  expect(summary.lanes.filter(({ longest }) => longest.length === 0)).toEqual([]);

  const provider = await lab.context.newPage();
  await provider.goto(`${lab.playerOrigin}/provider`);
  const cell = provider.locator('#errors tbody tr', { hasText: 'with its activity' });
  await expect
    .poll(() => cell.first().textContent(), POLLING)
    .toMatch(/main \S+% of the last \S+ m?s; \w.*\ninfrastructure \S+% of the last \S+ m?s; \w/);
});

/** The part of a Trace Event file that this test reads. */
interface Trace {
  readonly traceEvents: readonly {
    readonly name: string;
    readonly cat: string;
    readonly pid: number;
    readonly tid: number;
    readonly args?: { readonly data?: { readonly track?: string; readonly trackGroup?: string } };
  }[];
}

test('a browser trace of a page with profile=1 has a track for each thread, written by that thread', async ({
  lab,
  labBrowser,
}) => {
  const page = await lab.context.newPage();
  await labBrowser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.goto(`${lab.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&profile=1`);
  const frame = await runningFrame(page);
  await frame.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
  const hasWritten = (): Promise<boolean> =>
    frame.evaluate(async () => {
      const spans = (await window.__bench?.readSpans()) ?? [];
      return ['infrastructure', 'media'].every((lane) =>
        spans.some((span) => span.lane === lane && span.name === `${lane}.writeTracks` && !span.isOpen),
      );
    });
  await expect.poll(hasWritten, POLLING).toBe(true);
  // Each thread writes its track again within a second.
  const asked = await frame.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  await frame.waitForFunction((from) => (document.querySelector('video')?.currentTime ?? 0) > from + 1.5, asked);
  const { traceEvents } = JSON.parse((await labBrowser.stopTracing()).toString('utf8')) as Trace;
  const threads = new Map<string, Set<string>>();
  for (const { args, pid, tid } of traceEvents) {
    const { track, trackGroup } = args?.data ?? {};
    if (track === undefined || trackGroup !== TRACK_GROUP) continue;
    threads.set(track, (threads.get(track) ?? new Set()).add(`${pid}/${tid}`));
  }
  expect([...threads.keys()].toSorted()).toEqual(['oriel-infrastructure', 'oriel-main', 'oriel-media']);
  const ids = [...threads.values()].map((ofTrack) => [...ofTrack]);
  for (const ofTrack of ids) expect(ofTrack).toHaveLength(1);
  expect(new Set(ids.flat()).size).toBe(3);
});
