import type { Screen } from '../../../../src/states/screens.ts';
import type { PageOptions, WatchedPage } from '../../support/browser.ts';
import type { Product } from '../../support/test.ts';
import { FAULTS, pageViewer } from './page-viewer.ts';

/** Opens the page of a screen and brings it into the state of that screen. */
export async function show(
  product: Pick<Product, 'openPage' | 'playerOrigin'>,
  { path, fault, reach }: Screen,
  options: PageOptions & { readonly query?: string } = {},
): Promise<WatchedPage> {
  const { query = '', ...contextOptions } = options;
  const opened = await product.openPage(contextOptions);
  if (fault !== undefined) await FAULTS[fault](opened.context);
  await opened.page.goto(`${product.playerOrigin}${path}${path.includes('?') ? '&' : '?'}${query}`);
  await reach(pageViewer(opened.page));
  return opened;
}
