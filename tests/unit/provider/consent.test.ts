import { expect, test } from 'vitest';
import { PageConfig } from '../../../protocol/page/page-config.ts';
import { VisitorIdResponse } from '../../../protocol/provider/identity.ts';
import { newViewer } from './support/bot-response.ts';
import { context, openTestProvider, readJson, type TestProvider } from './support/test-provider.ts';

const PAGE = '/youtubei/v1/page_config?video_id=orieldemo01';
const CHOICE = '__Host-oriel-preferences=volume=50&consent=';

async function privacyOf(provider: TestProvider, parameter: string, headers: Record<string, string> = {}) {
  return PageConfig.parse(await readJson(await provider.get(`${PAGE}${parameter}`, headers))).privacy;
}

/** Sends a viewer’s action as a page with this consent does. */
function act(provider: TestProvider, visitorData: string, consent?: unknown, headers: Record<string, string> = {}) {
  const actions = [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orieldemo01' }];
  const fields = { context: { ...context({ visitorData }), user: { consent } }, playlistId: 'WL', actions };
  return provider.post('/youtubei/v1/browse/edit_playlist', fields, headers);
}

const setsCookie = (response: Response): boolean => response.headers.has('Set-Cookie');

test('a page gets the consent of its address, else of the site, and Global Privacy Control lowers it to strict', async () => {
  const silent = await openTestProvider();
  expect((await privacyOf(silent, '')).consent).toBeUndefined();
  expect((await privacyOf(silent, '&consent=functional')).consent).toBe('functional');
  expect((await privacyOf(silent, '&consent=measured', { 'Sec-GPC': '1' })).consent).toBe('strict');
  const site = await openTestProvider({ site: { consent: 'measured' } });
  expect((await privacyOf(site, '')).consent).toBe('measured');
  expect((await privacyOf(site, '', { 'Sec-GPC': '1' })).consent).toBe('strict');
  expect((await privacyOf(site, '&consent=strict')).consent).toBe('strict');
});

test.each(['none', 'everything', ''])(
  'a page with consent=%s gets strict, whatever its site allows [P10]',
  async (said) => {
    const provider = await openTestProvider({ site: { consent: 'measured' } });
    expect((await privacyOf(provider, `&consent=${said}`)).consent).toBe('strict');
    const given = await provider.get(`/pagead/id?consent=${said}`);
    expect([setsCookie(given), VisitorIdResponse.parse(await readJson(given)).id]).toEqual([false, undefined]);
  },
);

test('the page of a private embed has no visitor data and does not change the viewer’s cookie [P10]', async () => {
  const provider = await openTestProvider({ site: { consent: 'measured' } });
  const cookie = (await provider.get('/pagead/id')).headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const visit = (query: string) => provider.get(`/embed/orieldemo01${query}`, { Cookie: cookie });
  expect(await (await visit('')).text()).toContain('"visitorData"');
  const response = await visit('?consent=none');
  expect(setsCookie(response)).toBe(false);
  expect(await response.text()).not.toContain('"visitorData"');
});

test('the parameter consent=none makes the page a private embed [P10]', async () => {
  const provider = await openTestProvider();
  expect((await privacyOf(provider, '&consent=none')).privateEmbed).toBe(true);
  expect((await privacyOf(provider, '')).privateEmbed).toBe(false);
});

test('a viewer’s action sets a cookie only if the page, or else the site, states enough consent', async () => {
  const provider = await openTestProvider();
  const { visitorData } = await newViewer(provider);
  const given = await Promise.all(
    [undefined, 'none', 'strict', 'functional', 'measured', 7].map((consent) => act(provider, visitorData, consent)),
  );
  expect(given.map(setsCookie)).toEqual([false, false, false, true, true, false]);
  const site = await openTestProvider({ site: { consent: 'measured' } });
  const known = (await newViewer(site)).visitorData;
  // The consent that a page states overrides the site's setting.
  expect(setsCookie(await act(site, known))).toBe(true);
  expect(setsCookie(await act(site, known, 'strict'))).toBe(false);
  expect(setsCookie(await act(site, known, 'none'))).toBe(false);
});

test('a page’s consent does not override the viewer’s choice or Global Privacy Control', async () => {
  const provider = await openTestProvider({ site: { consent: 'measured' } });
  const { visitorData } = await newViewer(provider);
  for (const headers of [{ 'Sec-GPC': '1' }, { Cookie: `${CHOICE}strict` }]) {
    expect(setsCookie(await act(provider, visitorData, 'measured', headers))).toBe(false);
    const response = await provider.get('/pagead/id?consent=measured', headers);
    expect([setsCookie(response), VisitorIdResponse.parse(await readJson(response)).id]).toEqual([false, undefined]);
  }
  const chosen = { Cookie: `${CHOICE}functional` };
  expect(setsCookie(await act(provider, visitorData, 'strict', chosen))).toBe(true);
  expect(VisitorIdResponse.parse(await readJson(await provider.get('/pagead/id', chosen))).id).toBeUndefined();
});

test('a page that states the consent measured gets a visitor id where the site states nothing [B4]', async () => {
  const provider = await openTestProvider();
  const idFor = async (consent: string) =>
    VisitorIdResponse.parse(await readJson(await provider.get(`/pagead/id?consent=${consent}`))).id;
  expect(await idFor('functional')).toBeUndefined();
  expect(await idFor('measured')).toMatch(/^[\w-]{22}$/);
});

test('the privacy call lists the cookies that the provider receives, and removes the visitor cookie on request', async () => {
  const provider = await openTestProvider({ site: { consent: 'functional' } });
  const { visitorData } = await newViewer(provider);
  const visitor = (await act(provider, visitorData)).headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const ask = (forget: boolean, headers: Record<string, string> = {}) =>
    provider.post('/youtubei/v1/privacy', { context: context(), forget }, { Cookie: `a=b; ${visitor}`, ...headers });
  const seen = await ask(false);
  expect([setsCookie(seen), (await readJson(seen))['cookies']]).toEqual([false, ['a', '__Host-oriel-visitor']]);
  const gone = await ask(true);
  expect(gone.headers.get('Set-Cookie')).toBe(
    '__Host-oriel-visitor=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=None; Partitioned',
  );
  expect((await readJson(gone))['cookies']).toEqual(['a']);
  expect(setsCookie(await ask(true, { 'Sec-Fetch-Site': 'cross-site' }))).toBe(false);
});

test('a page removes the visitor cookie when consent or Global Privacy Control no longer allows it', async () => {
  const provider = await openTestProvider({ site: { consent: 'functional' } });
  const { visitorData } = await newViewer(provider);
  const visitor = (await act(provider, visitorData)).headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const page = (parameter: string, headers: Record<string, string> = {}) =>
    provider.get(`/embed/orieldemo01${parameter}`, { Cookie: visitor, ...headers });
  expect(setsCookie(await page(''))).toBe(false);
  expect(setsCookie(await page('', { 'Sec-GPC': '1' }))).toBe(true);
  expect(setsCookie(await page('?consent=strict'))).toBe(true);
  expect(setsCookie(await page('', { Cookie: `${visitor}; ${CHOICE}strict` }))).toBe(true);
  expect(setsCookie(await page('?consent=strict', { Cookie: '' }))).toBe(false);
});
