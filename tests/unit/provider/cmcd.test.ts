import { expect, test } from 'vitest';
import { PlayerResponse } from '../../../protocol/provider/player-response.ts';
import { SiteSettings } from '../../../src/provider/catalog/site-settings.ts';
import {
  context,
  openTestProvider,
  readJson,
  type TestProvider,
  type TestProviderOptions,
} from './support/test-provider.ts';

const VIDEO = 'orieldemo01';

async function streamsOf(provider: TestProvider, user: object = {}, headers: Record<string, string> = {}) {
  const body = { context: { ...context(), user }, videoId: VIDEO };
  const response = await provider.post('/youtubei/v1/player', body, headers);
  return PlayerResponse.parse(await readJson(response)).streamingData;
}

const withCmcd = (site: TestProviderOptions['site'] = {}) => openTestProvider({ site: { cmcd: 'query', ...site } });

test('without the setting, a video has no CMCD and keeps the slim engine', async () => {
  const streams = await streamsOf(await openTestProvider(), { consent: 'measured' });
  expect(streams).not.toHaveProperty('cmcd');
  expect(streams?.needsWholeEngine).toBe(false);
});

test.each([
  ['query', false],
  ['headers', true],
] as const)('the setting cmcd=%s gives pages CMCD and an engine that can send it', async (cmcd, isInHeaders) => {
  const streams = await streamsOf(await openTestProvider({ site: { cmcd } }));
  expect(streams).toMatchObject({ cmcd: { isInHeaders, hasSession: false }, needsWholeEngine: true });
});

test.each([
  ['no consent', {}, {}, {}, false],
  ['the site’s consent', { consent: 'measured' }, {}, {}, true],
  ['the page’s consent', {}, { consent: 'measured' }, {}, true],
  ['less than statistics', {}, { consent: 'functional' }, {}, false],
  ['a private embed', { consent: 'measured' }, { consent: 'none' }, {}, false],
  ['Global Privacy Control', {}, { consent: 'measured' }, { 'Sec-GPC': '1' }, false],
] as const)('CMCD has a session id only with consent to statistics: %s', async (_, site, user, headers, hasSession) => {
  const streams = await streamsOf(await withCmcd(site), user, headers);
  expect(streams?.cmcd?.hasSession).toBe(hasSession);
});

test('an unknown value of the setting cmcd is refused', () => {
  expect(SiteSettings.safeParse({ cmcd: 'on' }).success).toBe(false);
});
