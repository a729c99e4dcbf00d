import type { Frame, Page } from 'playwright';
import { expect } from 'vitest';
import { findFrame } from './support/browser.ts';
import type { HostSite } from './support/host-site.ts';
import { test, type Product } from './support/test.ts';

/** Viewers are identified by what browsers really send; each test runs in a page of another site. */
async function openHost(product: Product, site: HostSite, query = ''): Promise<Page> {
  const { page } = await product.openPage();
  const html = `<!doctype html><title>Host</title><iframe src="${product.playerOrigin}/embed/orieldemo01${query}"></iframe>`;
  await page.goto(site.page(html));
  return page;
}

/** Saves the video as the page does, and returns whether the page loaded next knows that. */
function save(frame: Frame): Promise<number> {
  return frame.evaluate(async () => {
    const { context } = JSON.parse(document.getElementById('oriel-config')?.textContent ?? '') as { context: object };
    const actions = [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orieldemo01' }];
    const { searchParams } = new URL(location.href);
    const user = { consent: searchParams.get('consent') ?? 'strict' };
    const body = JSON.stringify({ context: { ...context, user }, playlistId: 'WL', actions });
    return (await fetch('/youtubei/v1/browse/edit_playlist', { method: 'POST', body })).status;
  });
}

function hasSaved(frame: Frame): Promise<boolean> {
  return frame.evaluate(
    () => document.getElementById('oriel-config')?.textContent.includes('"contains":true') ?? false,
  );
}

test('a viewer who consented and has acted in an embed is recognised in it on return', async ({ product, site }) => {
  const page = await openHost(product, site, '?consent=functional');
  const frame = await findFrame(page, '/embed/orieldemo01');
  expect(await hasSaved(frame)).toBe(false);
  expect(await page.context().cookies()).toEqual([]);
  expect(await save(frame)).toBe(200);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['__Host-oriel-visitor']);
  await page.reload();
  expect(await hasSaved(await findFrame(page, '/embed/orieldemo01'))).toBe(true);
});

test('the host page itself learns nothing about the viewer', { tags: ['thorough'] }, async ({ product, site }) => {
  const page = await openHost(product, site);
  await save(await findFrame(page, '/embed/orieldemo01'));
  const address = `${product.playerOrigin}/youtubei/v1/page_config?video_id=orieldemo01`;
  const asked = await page.evaluate(async (url) => (await fetch(url)).text(), address);
  expect(asked).toContain('"contains":false');
  expect(asked).not.toContain('"xsrf"');
  const withCookies = page.evaluate(async (url) => (await fetch(url, { credentials: 'include' })).text(), address);
  await expect(withCookies).rejects.toThrow('Failed to fetch');
});

test('a form that the page posts is taken only with the token of that page [N2]', async ({ product, site }) => {
  const frame = await findFrame(await openHost(product, site), '/embed/orieldemo01');
  const statusWith = (token: string | null): Promise<number> =>
    frame.evaluate(async (given) => {
      const { xsrf } = JSON.parse(document.getElementById('oriel-config')?.textContent ?? '') as {
        xsrf: { fieldName: string; token: string };
      };
      const body = new URLSearchParams(given === null ? {} : { [xsrf.fieldName]: given || xsrf.token });
      return (await fetch('/error_204?type=Error&msg=told&level=error', { method: 'POST', body })).status;
    }, token);
  const ITS_OWN = '';
  expect([await statusWith(null), await statusWith('guess'), await statusWith(ITS_OWN)]).toEqual([403, 403, 204]);
});
