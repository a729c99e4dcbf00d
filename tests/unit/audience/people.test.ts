import { expect, test } from 'vitest';
import { batch, LOG_EVENT } from '../provider/support/events.ts';
import { newViewer } from '../provider/support/bot-response.ts';
import { openTestProvider, readJson } from '../provider/support/test-provider.ts';

const SESSION = '0123456789abcdef0123456789abcdef';
const QUERY = `?kind=session&id=${SESSION}`;

test('the data of a session are found, exported as a file and deleted, with the numbers of rows', async () => {
  const lines: object[] = [];
  const write = (fields: object, message: string): void => void lines.push({ ...fields, message });
  const provider = await openTestProvider({ log: { debug: () => undefined, info: write, warn: write, error: write } });
  await provider.post(LOG_EVENT, batch([1, 2]));
  const find = async (): Promise<unknown> => (await provider.get(`/provider/api/people${QUERY}`)).json();
  expect(await find()).toEqual({ rows: { events: 2, sessions: 1 } });
  const file = await provider.get(`/provider/api/people/export${QUERY}`);
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="oriel-session.json"');
  expect(file.headers.get('Cache-Control')).toBe('no-store');
  expect(await file.json()).toMatchObject({ kind: 'session', id: SESSION, events: [{}, {}], sessions: [{}] });
  const forget = () => provider.post('/provider/api/people/forget', { kind: 'session', id: SESSION });
  expect(await (await forget()).json()).toEqual({ rows: { events: 2, sessions: 1 } });
  expect(await find()).toEqual({ rows: { events: 0, sessions: 0 } });
  expect(await (await forget()).json()).toEqual({ rows: { events: 0, sessions: 0 } });
  const noted = lines.filter((line) => 'rows' in line);
  expect(noted).toHaveLength(2);
  expect(JSON.stringify(noted)).not.toContain(SESSION);
});

test.each([
  ['?kind=session&id=short', 'The id of a session is 32 characters of 0-9 a-f.'],
  ['?kind=visitor&id=../../etc', 'The id of a visitor is 16 characters of A-Z a-z 0-9 _ -.'],
  ['?kind=account&id=', 'Name the account.'],
  [`?kind=account&id=${'x'.repeat(101)}`, 'person'],
  ['?kind=everybody&id=x', 'person'],
  ['', 'person'],
])('a query that names no person is refused with the expected form: %s', async (query, problem) => {
  const provider = await openTestProvider();
  for (const path of ['', '/export']) {
    const response = await provider.get(`/provider/api/people${path}${query}`);
    const { error } = await readJson(response);
    expect([response.status, (error as { message: string }).message]).toEqual([400, expect.stringContaining(problem)]);
  }
});

test('pages of other origins can neither read nor delete data of persons', async () => {
  const provider = await openTestProvider();
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  expect((await provider.get(`/provider/api/people${QUERY}`, headers)).status).toBe(403);
  const forget = await provider.post('/provider/api/people/forget', { kind: 'session', id: SESSION }, headers);
  expect(forget.status).toBe(403);
});

test('an erasure deletes the data of the visitor and the session in its call, and of nobody else', async () => {
  const provider = await openTestProvider();
  const like = async (): Promise<string> => {
    const { visitorData, feedbackTokens } = await newViewer(provider);
    const fields = { feedbackTokens: [feedbackTokens[0]], feedbackContext: {} };
    await provider.call('feedback', fields, { visitorData });
    return visitorData;
  };
  const opinionOf = async (visitorData: string): Promise<unknown> => {
    const { json } = await provider.call('player', { videoId: 'orieldemo01' }, { visitorData });
    return (json['viewerState'] as { feedback?: string }).feedback;
  };
  const [mine, others] = [await like(), await like()];
  await provider.post(LOG_EVENT, batch([1, 2]));
  const erase = (visitorData: string, sessionId?: string) =>
    provider.post('/youtubei/v1/privacy', {
      context: {
        client: { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1.2.3', visitorData },
        request: { sessionId },
      },
      erase: true,
    });
  expect((await erase(`${mine}x`, '../etc')).status).toBe(200);
  expect([await opinionOf(mine), await opinionOf(others)]).toEqual(['like', 'like']);
  expect(await readJson(await erase(mine, SESSION))).toMatchObject({ cookies: [], erased: true });
  expect([await opinionOf(mine), await opinionOf(others)]).toEqual([undefined, 'like']);
  expect(await (await provider.get(`/provider/api/people${QUERY}`)).json()).toEqual({
    rows: { events: 0, sessions: 0 },
  });
});
