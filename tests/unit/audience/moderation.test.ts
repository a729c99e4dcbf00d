import { expect, test } from 'vitest';
import { ViewerReports } from '../../../protocol/provider/viewer-reports.ts';
import { moderationFeature } from '../../../src/audience/moderation-feature.ts';
import { refuse, type Accepted } from '../../../src/provider/http/refusal.ts';
import { newViewer } from '../provider/support/bot-response.ts';
import { openTestProvider, readJson, type TestProvider } from '../provider/support/test-provider.ts';

async function report(provider: TestProvider, reason?: string): Promise<void> {
  const { visitorData, feedbackTokens } = await newViewer(provider);
  const fields = { feedbackTokens: [feedbackTokens[2]], feedbackContext: { reason } };
  expect((await provider.call('feedback', fields, { visitorData })).status).toBe(200);
}

async function reportsOf(response: Response | Promise<Response>): Promise<ViewerReports> {
  return ViewerReports.parse(await (await response).json());
}

test('the operator reads reports with their video, sets a report aside, and reopens it', async () => {
  const provider = await openTestProvider({ features: [moderationFeature(undefined)], pathPrefix: '/player' });
  await report(provider, 'spam');
  await report(provider, 'spam');
  await report(provider, 'a reason of another version');
  const listed = await reportsOf(provider.get('/provider/api/reports'));
  expect(listed).toMatchObject({ more: 0, canUnlist: false });
  expect(listed.reports).toMatchObject([
    {
      ...{ videoId: 'orieldemo01', reason: 'spam', people: 2, setAsideAtMs: null },
      video: {
        ...{ title: 'Four small worlds', address: '/player/embed/orieldemo01', isListed: true },
        poster: expect.stringMatching(/^\/player\/media\/@[\w-]+\/demo\/poster\.jpg$/) as string,
      },
    },
    { videoId: 'orieldemo01', reason: null, people: 1 },
  ]);
  const aside = { videoId: 'orieldemo01', reason: 'spam', isSetAside: true };
  const after = await reportsOf(provider.post('/provider/api/reports/aside', aside));
  expect(after.reports).toMatchObject([
    { reason: null, setAsideAtMs: null },
    { reason: 'spam', setAsideAtMs: provider.clock.now() },
  ]);
  const back = await reportsOf(provider.post('/provider/api/reports/aside', { ...aside, isSetAside: false }));
  expect(back.reports).toMatchObject([{ reason: 'spam', setAsideAtMs: null }, {}]);
});

test('open reports raise an alert without the name of a video', async () => {
  const provider = await openTestProvider();
  const warnings = async (): Promise<unknown> => (await readJson(await provider.get('/readyz')))['warnings'];
  await report(provider, 'rights');
  await provider.clock.advance(15_000);
  expect(await warnings()).toEqual([expect.stringMatching(/^1 person from 1 network reported 1 video\./)]);
  await provider.post('/provider/api/reports/aside', { videoId: 'orieldemo01', reason: 'rights', isSetAside: true });
  expect(await warnings()).toEqual([]);
});

test('unlisting a reported video calls the hook of the catalog, and its refusal is the response', async () => {
  const asked: unknown[] = [];
  const answers: Accepted<void>[] = [{ ok: true, value: undefined }, refuse(400, 'There is no video orieldemo01.')];
  const provider = await openTestProvider({
    features: [
      moderationFeature({
        async setListed(...change) {
          asked.push(change);
          return answers.shift() ?? refuse(503, 'no');
        },
      }),
    ],
  });
  await report(provider);
  const unlist = () => provider.post('/provider/api/reports/listed', { videoId: 'orieldemo01', isListed: false });
  expect(await reportsOf(unlist())).toMatchObject({ canUnlist: true, reports: [{ videoId: 'orieldemo01' }] });
  const refused = await unlist();
  expect([refused.status, await readJson(refused)]).toMatchObject([
    400,
    { error: { message: 'There is no video orieldemo01.' } },
  ]);
  expect(asked).toEqual([
    ['orieldemo01', false],
    ['orieldemo01', false],
  ]);
});

test.each([
  ['aside', { videoId: 'orieldemo01', reason: 'invented', isSetAside: true }],
  ['aside', { videoId: '../etc', reason: null, isSetAside: true }],
  ['aside', { videoId: 'orieldemo01', reason: null, isSetAside: true, more: 1 }],
  ['listed', { videoId: 'orieldemo01', isListed: 'no' }],
  ['listed', { videoId: 'orieldemo01', isListed: false }],
])('an invalid request to reports/%s is refused: %j', async (path, body) => {
  const provider = await openTestProvider({ features: [moderationFeature(undefined)] });
  const response = await provider.post(`/provider/api/reports/${path}`, body);
  expect(response.status).toBe('isListed' in body && body.isListed === false ? 404 : 400);
});

test('pages of other origins can neither read nor change reports', async () => {
  const provider = await openTestProvider();
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  const aside = { videoId: 'orieldemo01', reason: null, isSetAside: true };
  expect((await provider.get('/provider/api/reports', headers)).status).toBe(403);
  expect((await provider.post('/provider/api/reports/aside', aside, headers)).status).toBe(403);
});
