import { expect } from 'vitest';
import { POLLING } from './support/provider-view.ts';
import { freshPrefix, test, type FaultLab } from './support/fault-lab.ts';

const EVENT_COUNT = 100;

/**
 * A person who leaves and returns. The pages do it themselves: a script that the test library runs in a page evicts it
 * from the cache. `words` is a message to the frame before the page goes; the frame responds to it. A browser that is
 * short of time may drop a page without its `pagehide`, so nothing was logged: the page goes again then.
 */
async function goAndReturn(lab: FaultLab, words: object, before: string, after: string): Promise<void> {
  await lab.context.addInitScript((count) => {
    // The test library runs this again when the page has returned from the cache.
    if (!location.pathname.startsWith('/embed/') || Reflect.has(window, 'isDriven')) return;
    Reflect.set(window, 'isDriven', true);
    const hear = async (data: { logAs?: string; logLastAs?: string; flush?: boolean } | null): Promise<void> => {
      const name = data?.logAs ?? data?.logLastAs;
      if (data === null || name === undefined || localStorage.getItem(name) !== null) return;
      const log = (): void => {
        localStorage.setItem(name, 'logged');
        window.__bench?.logEvents(count, name);
      };
      while (window.__bench === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
      const { ready, flush } = window.__bench;
      await ready;
      if (data.logAs !== undefined) log();
      else addEventListener('pagehide', log, { once: true });
      if (data.flush === true) await flush();
      parent.postMessage({ isHeard: true }, '*');
    };
    addEventListener('message', ({ data }) => void hear(data));
  }, EVENT_COUNT);
  const awayUrl = lab.site.page(`<!doctype html><link rel="icon" href="data:,"><script>
    addEventListener('pageshow', () => setTimeout(() => history.back(), 500));
  </script>`);
  const hostUrl = lab.site.page(`${lab.hostHtml}<script>
    const frame = document.querySelector('iframe');
    const visits = Number(sessionStorage.visits ?? 0) + 1;
    sessionStorage.visits = visits;
    let isGoing = false;
    frame.addEventListener('load', () => visits < 4 && frames[0].postMessage(${JSON.stringify(words)}, '*'));
    addEventListener('message', ({ data }) => {
      if (!data.isHeard || isGoing) return;
      isGoing = true;
      location.href = '${awayUrl}';
    });
    addEventListener('pageshow', ({ persisted }) => {
      const [{ notRestoredReasons }] = performance.getEntriesByType('navigation');
      document.title = persisted ? 'from the cache' : 'loaded (' + visits + '): ' + JSON.stringify(notRestoredReasons);
      if (persisted) frames[0].postMessage({ logAs: '${after}', flush: true }, '*');
    });
  </script>`);
  const page = await lab.context.newPage();
  await page.goto(hostUrl);
  // Any inspection of the page while it is cached evicts it, so its own log proves its return.
  for (const prefix of [before, after]) {
    const arrived = lab.provider.expectEachOnce({ prefix, count: EVENT_COUNT });
    await arrived.catch(async () => expect(await page.title()).toBe('from the cache'));
    await arrived;
  }
}

test('a page that returns from the back/forward cache has lost nothing, and logs how it left and returned [X6, X1, X3]', async ({
  lab,
}) => {
  const before = freshPrefix('cached');
  const after = freshPrefix('returned');
  await goAndReturn(lab, { logAs: before }, before, after);
  const [marked] = await lab.provider.events(after);
  const [session = ''] = marked?.clientEventId.split('.') ?? [];
  const changes = async (name: string): Promise<unknown[]> =>
    (await lab.provider.eventsOf(session, name)).map(({ payload }) => JSON.parse(payload) as unknown);
  await expect
    .poll(() => changes('documentLifecycleChanged'), POLLING)
    .toEqual(
      expect.arrayContaining([
        { from: 'document_active', to: 'document_disposed_preventable', cause: 'beforeunload' },
        { from: 'document_disposed_preventable', to: 'document_disposed', cause: 'pagehide' },
        { from: 'document_disposed', to: 'flush_logs', cause: 'flush' },
        expect.objectContaining({ from: 'flush_logs', to: 'document_active' }),
      ]),
    );
  const sights = async () => (await changes('visibilityChanged')) as { from: string; to: string }[];
  await expect
    .poll(async () => (await sights()).map(({ to }) => to), POLLING)
    .toEqual(expect.arrayContaining(['backgrounded', 'foregrounded']));
  // Each change begins where the one before it has ended: none is missing.
  for (const [index, { from }] of (await sights()).slice(1).entries()) expect(from).toBe((await sights())[index]?.to);
});

test('many final events do not evict a page from the back/forward cache [X6, X1]', async ({ lab }) => {
  const last = freshPrefix('lastwords');
  const after = freshPrefix('afterlastwords');
  await goAndReturn(lab, { logLastAs: last }, last, after);
});
