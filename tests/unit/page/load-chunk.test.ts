import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chunkFailures, loadChunk } from '../../../src/page/platform/load-chunk.ts';

const IMPORTER = 'http://127.0.0.1/assets/page.js';

let failures: boolean[];

beforeEach(() => {
  vi.useFakeTimers();
  failures = [];
  chunkFailures.onFailure = (isAgain) => void failures.push(isAgain);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  chunkFailures.onFailure = () => undefined;
});

test('a part that does not load is requested once more, a second later', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('aborted')).mockResolvedValue('a part');
  const part = loadChunk(load, [], IMPORTER);
  await vi.advanceTimersByTimeAsync(999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await part).toBe('a part');
  expect(failures).toEqual([]);
});

test('a script that the server does not send is not imported, since browsers would cache the failed import', async () => {
  const requested: string[] = [];
  const responses = [new Response('', { status: 503 }), new Response('export {}')];
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address);
    return responses.shift();
  });
  const load = Object.assign(
    vi.fn(async () => 'a part'),
    { toString: () => '() => import(`./part.js`)' },
  );
  const loading = loadChunk(load, [], IMPORTER);
  await vi.advanceTimersByTimeAsync(999);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await loading).toBe('a part');
  expect(requested).toEqual(['http://127.0.0.1/assets/part.js', 'http://127.0.0.1/assets/part.js']);
});

test('a part whose two attempts fail is reported as one failure, and its next failure as a repeated failure', async () => {
  let requests = 0;
  const load = async (): Promise<string> => {
    requests += 1;
    throw new Error('not there');
  };
  for (const round of [1, 2]) {
    const part = expect(loadChunk(load, [], IMPORTER)).rejects.toThrow('not there');
    await vi.advanceTimersByTimeAsync(1_000);
    await part;
    expect(requests).toBe(2 * round);
  }
  expect(failures).toEqual([false, true]);
});

test('before the second attempt no failure is reported, as in a page that unloads', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('aborted'));
  void loadChunk(load, [], IMPORTER);
  await vi.advanceTimersByTimeAsync(999);
  expect(failures).toEqual([]);
});
