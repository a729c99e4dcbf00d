import { expect, test } from 'vitest';
import { PageSpans, type RecordingThread } from '../../../../src/page/profiling/page-spans.ts';
import { fail } from '../../../../protocol/runtime/outcome.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const thread = (): RecordingThread => ({ readSpans: async () => fail('net.unknown', ''), writeTracks: () => false });

test('a worker is removed from its lane once it has ended, and a replacement stays when the replaced worker ends', () => {
  const spans = new PageSpans(createFakeClock());
  const [first, second] = [new AbortController(), new AbortController()];
  const next = thread();
  spans.addWorker('media', thread(), first.signal);
  spans.addWorker('media', next, second.signal);
  first.abort();
  expect(spans.workers.get('media')?.[0]).toBe(next);
  second.abort();
  expect(spans.workers.has('media')).toBe(false);
  spans.addWorker('media', thread(), AbortSignal.abort());
  expect(spans.workers.has('media')).toBe(false);
});
