import type { Page, Request } from 'playwright';
import { holdEngine, holdModule } from '../../support/hold-module.ts';
import { hurry } from '../../support/player-page.ts';
import type { Product } from '../../support/test.ts';

/** A page whose module and engine do not load before they are released, and its requests of media and of the engine. */
export async function openHeld(product: Product, isHurried = true) {
  const { page, context, problems } = await product.openPage();
  if (isHurried) await hurry(page);
  const requests = recordRequests(page);
  const releaseModule = await holdModule(context);
  const releaseEngine = await holdEngine(context);
  const open = (id: string, more = '') => page.goto(`${product.playerOrigin}/embed/${id}?autoplay=1&mute=1${more}`);
  return { page, context, problems, requests, releaseModule, releaseEngine, open };
}

/** Requests as path and bytes. */
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

/** Media that were requested twice. Scripts are imported from the cache, which a page with routes does not have. */
export const repeatedOf = (requests: readonly string[]): string[] =>
  requests.filter((request, index) => !request.endsWith('.js') && requests.indexOf(request) !== index);
