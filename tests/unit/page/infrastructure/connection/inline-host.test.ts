import { expect, test } from 'vitest';
import { openInlineHost } from '../../../../../src/page/infrastructure/connection/inline-host.ts';
import { PageSpans } from '../../../../../src/page/profiling/page-spans.ts';
import { createServiceHarness } from '../../../../support/service-harness.ts';
import { makeSettings } from '../../../../support/pipeline-harness.ts';

test.each([
  ['runs', false, 1],
  ['never runs', true, 0],
])('deferred work of the service on main %s where the host has ended is %s [X5]', async (_what, hasEnded, requests) => {
  const { service, clock, seenAt } = createServiceHarness();
  const ending = new AbortController();
  const load = async () => ({ createInfrastructure: () => service });
  const host = await openInlineHost('/worker.js', load, ending.signal, new PageSpans(clock));
  if (!host.ok) throw new Error(host.message);
  void host.value.api.start(makeSettings());
  // A navigation, which deferred work waits for.
  void host.value.api.lifecycleChanged({
    lifecycle: 'document_disposed_preventable',
    visibility: 'visible',
    online: true,
  });
  await clock.advance(4_000);
  expect(seenAt('/pagead/id')).toEqual([]);
  if (hasEnded) ending.abort();
  await clock.advance(60_000);
  expect(seenAt('/pagead/id')).toHaveLength(requests);
});
