import { expect, test } from 'vitest';
import type { PageHooks } from '../../../../protocol/infrastructure/rpc.ts';
import { ACTIVITY_WINDOW_MS } from '../../../../protocol/recording/activity.ts';
import { createActivity, OTHER_THREADS_TIMEOUT_MS } from '../../../../workers/infrastructure/activity.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createSpans } from '../../../support/fake-spans.ts';

type ReadSpans = PageHooks['readSpans'];

/** The activity of a worker that reads the spans of other threads through the hook `readSpans` of its page. */
function setUp(readSpans?: ReadSpans) {
  const clock = createFakeClock();
  const spans = createSpans(clock);
  const environment = { clock, spans };
  const hooks = readSpans === undefined ? undefined : ({ readSpans } as PageHooks);
  return { clock, activity: createActivity(environment, hooks) };
}

const lanesOf = async (summary: ReturnType<ReturnType<typeof createActivity>>): Promise<string[]> =>
  (await summary).lanes.map(({ lane }) => lane);

test('the activity summary has every thread that the page can read, and the service’s own thread', async () => {
  const { activity } = setUp(async (lastMs) => [createSpans(createFakeClock(), 'main').read(0, lastMs)]);
  expect(await lanesOf(activity())).toEqual(['main', 'infrastructure']);
});

test('the activity summary has only the service’s own thread if the page does not respond in time, fails, or has no hook', async () => {
  const silent = setUp(() => new Promise(() => {}));
  const summary = silent.activity();
  await silent.clock.advance(OTHER_THREADS_TIMEOUT_MS);
  expect(await lanesOf(summary)).toEqual(['infrastructure']);
  const failing = setUp(() => Promise.reject(new Error('gone')));
  expect(await lanesOf(failing.activity())).toEqual(['infrastructure']);
  expect(await lanesOf(setUp().activity())).toEqual(['infrastructure']);
});

test('simultaneous activity summaries read the page once, and a later summary reads it again', async () => {
  const asked: number[] = [];
  const { activity } = setUp(async (lastMs) => {
    asked.push(lastMs);
    return [];
  });
  expect(await Promise.all([activity(), activity(), activity()])).toHaveLength(3);
  expect(asked).toEqual([ACTIVITY_WINDOW_MS]);
  await activity();
  expect(asked).toHaveLength(2);
});
