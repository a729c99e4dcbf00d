import { expect } from 'vitest';
import { test } from './support/worker-lab.ts';

/** What the built worker does when nothing else needs it. */

test('while the application navigates, deferred work waits, for 5 s at most [X4, X5]', async ({
  lab: { provider, open },
}) => {
  const worker = await open();
  const starting = worker.start();
  const leaving = { lifecycle: 'document_disposed_preventable', visibility: 'visible', online: true } as const;
  await worker.call('lifecycleChanged', leaving);
  await starting;
  /** What a viewer waits for goes on. */
  await worker.ask('player', { videoId: 'film' });
  await worker.advance(4_999);
  await worker.ask('player', { videoId: 'film' });
  expect(provider.requests.map(({ path }) => path)).toEqual(['/youtubei/v1/player', '/youtubei/v1/player']);
  await worker.advance(1);
  await expect.poll(() => provider.to('/pagead/id')).toHaveLength(1);
});
