import { expect, test } from 'vitest';
import { fail } from '../../../../protocol/runtime/outcome.ts';
import { PageSpans } from '../../../../src/page/profiling/page-spans.ts';
import { showTracks } from '../../../../src/page/profiling/show-tracks.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

test('a worker is requested to write tracks until it confirms, and so is the worker that replaces it', async () => {
  const clock = createFakeClock();
  const spans = new PageSpans(clock);
  const asked: string[] = [];
  // The worker confirms the second request, like the media worker once its engine has loaded.
  const addWorker = (name: string, signal = new AbortController().signal): void => {
    let count = 0;
    const writeTracks = async (): Promise<boolean> => {
      asked.push(name);
      count += 1;
      return count > 1;
    };
    const readSpans = async () => fail('worker.unavailable', 'no engine');
    spans.addWorker('media', { readSpans, writeTracks }, signal);
  };
  addWorker('first');
  showTracks(spans, clock);
  await clock.advance(5_000);
  expect(asked).toEqual(['first', 'first']);
  addWorker('second');
  await clock.advance(30_000);
  expect(asked).toEqual(['first', 'first', 'second', 'second']);
  addWorker('ended', AbortSignal.abort());
  await clock.advance(30_000);
  expect(asked).not.toContain('ended');
});
