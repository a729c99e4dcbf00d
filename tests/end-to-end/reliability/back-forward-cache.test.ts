import type { BrowserContext } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { flush, freshPrefix, logEvents, openFaultLab, visit, type FaultLab } from './support/fault-lab.ts';

const EVENT_COUNT = 100;

let lab: FaultLab;
let context: BrowserContext;

beforeAll(async () => {
  lab = await openFaultLab();
});

afterAll(() => lab.stop());

beforeEach(async () => {
  context = await lab.newContext();
});

afterEach(() => context.close());

/**
 * A person who goes away and comes back. The pages do it themselves: a script that the test library runs in a page which
 * is in the cache throws it out.
 */
test('a page that returns from the back/forward cache has lost nothing and goes on [X6, X1]', async () => {
  const before = freshPrefix('cached');
  const after = freshPrefix('returned');
  await context.addInitScript((count) => {
    // The test library runs this once more when the page has come back from the cache.
    if (!location.pathname.startsWith('/embed/') || Reflect.has(window, 'isDriven')) return;
    Reflect.set(window, 'isDriven', true);
    const log = async (name: string, flush: boolean): Promise<void> => {
      while (window.__bench === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
      await window.__bench.ready;
      window.__bench.logEvents(count, name);
      parent.postMessage({ loggedAs: name }, '*');
      if (flush) await window.__bench.flush();
    };
    addEventListener('message', ({ data }) => {
      if (typeof data?.logAs === 'string') void log(data.logAs, data.flush === true);
    });
  }, EVENT_COUNT);
  const awayUrl = lab.site.page(`<!doctype html><link rel="icon" href="data:,"><script>
    addEventListener('pageshow', () => setTimeout(() => history.back(), 200));
  </script>`);
  const hostUrl = lab.site.page(`${lab.hostHtml}<script>
    const frame = document.querySelector('iframe');
    const isFirst = !sessionStorage.seen;
    sessionStorage.seen = 'yes';
    frame.addEventListener('load', () => isFirst && frames[0].postMessage({ logAs: '${before}' }, '*'));
    addEventListener('message', ({ data }) => data.loggedAs === '${before}' && (location.href = '${awayUrl}'));
    addEventListener('pageshow', ({ persisted }) => {
      document.title = persisted ? 'from the cache' : 'loaded';
      if (persisted) frames[0].postMessage({ logAs: '${after}', flush: true }, '*');
    });
  </script>`);
  const page = await context.newPage();
  await page.goto(hostUrl);
  await lab.provider.expectEachOnce({ prefix: before, count: EVENT_COUNT }, { prefix: after, count: EVENT_COUNT });
  expect(await page.title()).toBe('from the cache');
});

test('what is logged while the page goes into the cache is not lost, whether it returns or not [X6]', async () => {
  const prefix = freshPrefix('hiding');
  const { page, frame } = await visit(context, lab.hostUrl);
  await frame.evaluate(([name, count]) => addEventListener('pagehide', () => window.__bench?.logEvents(count, name)), [
    prefix,
    EVENT_COUNT,
  ] as const);
  await page.goto(lab.elsewhereUrl);
  await visit(context, lab.hostUrl);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
});

test('a page in the back/forward cache does not hold up the tabs that are open', async () => {
  const cached = await visit(context, lab.hostUrl);
  await cached.page.goto(lab.elsewhereUrl);
  const prefix = freshPrefix('meanwhile');
  const { frame } = await visit(context, lab.hostUrl);
  await logEvents(frame, prefix, EVENT_COUNT);
  await flush(frame);
  await lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
});
