import { expect, test } from 'vitest';
import { cacheFiles } from '../../../../../workers/infrastructure/transport/cache-files.ts';

test('cached files are read to their end with low priority, and a failed file does not stop the others', async () => {
  const requests: [string, RequestPriority | undefined, Response][] = [];
  await cacheFiles(['/lost.js', '/menu.js', '/menu.css'], async (address, options) => {
    if (address === '/lost.js') throw new TypeError('no network');
    const response = new Response('menu');
    requests.push([String(address), options?.priority, response]);
    return response;
  });
  expect(requests.map(([address, priority, { bodyUsed }]) => [address, priority, bodyUsed])).toEqual([
    ['/menu.js', 'low', true],
    ['/menu.css', 'low', true],
  ]);
});
