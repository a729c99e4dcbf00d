import { expect, onTestFinished, test, vi } from 'vitest';
import { createAddresses } from '../../../src/audience/viewers-page/addresses.ts';
import { latestSessions } from '../../../src/audience/viewers-page/latest-sessions.ts';

const EVENT = { endpoint: 'video_stats', tier: 100, receivedAtMs: 10, eventTimeMs: 10, batchId: 1 };

function started(id: number, videoId: string): object {
  const payload = JSON.stringify({ videoId });
  return { ...EVENT, id, clientEventId: `${String(id).repeat(32)}.1`, name: 'playbackStarted', payload };
}

test('the latest sessions name their video by its title, and by its id where the catalog does not have it', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    if (address.includes('/viewers/videos')) return Promise.resolve(Response.json([{ id: 'known', title: 'A title' }]));
    const events = address.includes('playbackStarted') ? [started(1, 'known'), started(2, 'gone')] : [];
    return Promise.resolve(Response.json(events));
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const table = await latestSessions(createAddresses('/some/provider/viewers'), '');
  const videos = [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) => row.children[2]?.textContent);
  expect(videos.toSorted()).toEqual(['A title', 'gone']);
  expect(asked.at(-1)).toMatch(/^\/some\/provider\/api\/viewers\/videos\?ids=(?:known%2Cgone|gone%2Cknown)$/);
});
