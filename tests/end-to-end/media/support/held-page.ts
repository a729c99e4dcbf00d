import type { Page, Request } from 'playwright';
import { holdEngine, holdModule } from '../../support/hold-module.ts';
import { hurry } from '../../support/player-page.ts';
import type { Product } from '../../support/test.ts';

/** A page whose module and engine load only once they are released, and its requests for media and the engine. */
export async function openHeld(product: Product, isHurried = true) {
  const { page, context, problems } = await product.openPage();
  if (isHurried) await hurry(page);
  const requests = recordRequests(page);
  const releaseModule = await holdModule(context);
  const releaseEngine = await holdEngine(context);
  const open = (id: string, more = '') => page.goto(`${product.playerOrigin}/embed/${id}?autoplay=1&mute=1${more}`);
  return { page, context, problems, requests, releaseModule, releaseEngine, open };
}

/** Records requests for media and the engine, as path and byte range. */
function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    const { range } = request.headers();
    if (/^\/(?:media|live)\/|hls-engine/.test(pathname))
      requests.push(range === undefined ? pathname : `${pathname} ${range.replace('bytes=', '')}`);
  });
  return requests;
}

/** Media requests that repeat another. Scripts do not count: a page with routes has no cache to import them from again. */
export const repeatedOf = (requests: readonly string[]): string[] =>
  requests.filter((request, index) => !request.endsWith('.js') && requests.indexOf(request) !== index);
