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

test('a part that does not load twice is one failure, and the next request says that there was one before', async () => {
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

test('a page that goes away before the second attempt has no failure', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('aborted'));
  void loadChunk(load, [], IMPORTER);
  await vi.advanceTimersByTimeAsync(999);
  expect(failures).toEqual([]);
});
