import { expect, test } from 'vitest';
import { ViewersReport } from '../../../protocol/provider/viewers-report.ts';
import { NOON_MS, viewerBatch, watched } from '../provider/support/audience-contract.ts';
import { VIDEO_STATS } from '../provider/support/events.ts';
import { loadCatalog } from '../provider/support/load-catalog.ts';
import { CATALOG_FOLDER, openTestProvider } from '../provider/support/test-provider.ts';

test('bytes that a player reports as loaded count only for a video whose stream comes from another server', async () => {
  const catalog = await loadCatalog(CATALOG_FOLDER);
  const video = catalog.videos.get('orieldemo01');
  if (video === undefined) throw new Error('the catalog has no such video');
  const elsewhere = {
    ...{ ...video, id: 'on-a-cdn', title: 'On a CDN' },
    sources: { ...video.sources, hlsManifestUrl: 'https://cdn.example/master.m3u8' },
  };
  const videos = new Map([...catalog.videos, [elsewhere.id, elsewhere]]);
  const provider = await openTestProvider({ catalog: { ...catalog, videos } });
  await provider.clock.advance(NOON_MS - provider.clock.now());
  for (const videoId of ['on-a-cdn', 'orieldemo01', 'unknown']) {
    const { request } = viewerBatch([watched(NOON_MS, [[0, 20]], { videoId, loadedBytes: 1_234_567 })]);
    expect((await provider.post(VIDEO_STATS, request)).status).toBe(200);
  }
  const response = await provider.get('/provider/api/viewers/report');
  const { bandwidth } = ViewersReport.parse(await response.json()).period;
  expect(bandwidth).toMatchObject({ sentBytes: 0, measuredBytes: 1_234_567 });
  expect(bandwidth.videos).toEqual([{ id: 'on-a-cdn', title: 'On a CDN', sentBytes: 0, measuredBytes: 1_234_567 }]);
  expect(bandwidth.hosts).toEqual([{ name: 'news.example', sentBytes: 0, measuredBytes: 1_234_567 }]);
});
