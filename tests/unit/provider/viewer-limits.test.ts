import { expect, test } from 'vitest';
import { newViewer } from './support/bot-response.ts';
import { context, openTestProvider, type TestProvider } from './support/test-provider.ts';

test('an edit past the limit of list entries reports failure, and past the limit of rows only the newest row stays [N9, N11]', async () => {
  const provider = await openTestProvider({ limits: { viewerRowsMax: 1, viewerListEntriesMax: 1 } });
  const { visitorData, feedbackTokens } = await newViewer(provider);
  const edit = async (playlistId: string, addedVideoId: string): Promise<unknown> => {
    const actions = [{ action: 'ACTION_ADD_VIDEO', addedVideoId }];
    return (await provider.call('browse/edit_playlist', { playlistId, actions }, { visitorData })).json;
  };
  expect(await edit('WL', 'orieldemo01')).toMatchObject({ status: 'STATUS_SUCCEEDED' });
  expect(await edit('WL', 'orieldemo01')).toMatchObject({ status: 'STATUS_SUCCEEDED' });
  expect(await edit('WL', 'orielsphere')).toMatchObject({ status: 'STATUS_FAILED', videoIds: ['orieldemo01'] });
  expect(await edit('MY', 'orielsphere')).toMatchObject({ status: 'STATUS_FAILED', videoIds: [] });

  // A like and then a report: only the report is stored, so the page shows no like.
  const fields = { feedbackTokens: [feedbackTokens[0], feedbackTokens[2]], feedbackContext: {} };
  await provider.call('feedback', fields, { visitorData });
  const { json } = await provider.call('player', { videoId: 'orieldemo01' }, { visitorData });
  expect(json['viewerState']).not.toHaveProperty('feedback');
});

/** Posts a call as if from a socket with this address. */
async function callFrom(provider: TestProvider, address: string, path: string, client: object, fields: object) {
  const body = JSON.stringify({ context: context(client), ...fields });
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request(`http://player.example/youtubei/v1/${path}`, { method: 'POST', headers, body });
  return provider.fetch(request, { incoming: { socket: { remoteAddress: address } } });
}

test('the rate of new visitors is limited by address and network, and known visitors are not limited', async () => {
  const provider = await openTestProvider({ limits: { newVisitorsPerHour: 2 } });
  const visitor = async (): Promise<string> => {
    const { responseContext } = (await provider.call('player', { videoId: 'orieldemo01' })).json;
    return (responseContext as { visitorData: string }).visitorData;
  };
  const save = async (address: string, visitorData: string): Promise<number> => {
    const actions = [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orieldemo01' }];
    const fields = { playlistId: 'WL', actions };
    return (await callFrom(provider, address, 'browse/edit_playlist', { visitorData }, fields)).status;
  };
  const [first, second, third] = [await visitor(), await visitor(), await visitor()];
  expect([await save('192.0.2.1', first), await save('192.0.2.1', second)]).toEqual([200, 200]);
  expect([await save('192.0.2.1', third), await save('192.0.2.1', first)]).toEqual([429, 200]);
  expect(await save('192.0.2.2', third)).toBe(200);
  // A network may have four times as many new visitors as an address.
  const more = await Promise.all(Array.from({ length: 6 }, visitor));
  const statuses: number[] = [];
  for (const [index, one] of more.entries()) statuses.push(await save(`192.0.2.${100 + index}`, one));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  await provider.clock.advance(3_600_000);
  expect(await save('192.0.2.1', await visitor())).toBe(200);
  expect(await provider.metrics.text()).toMatch(/^oriel_refusals_total\{limit="new_visitors"\} 2$/m);
});

test('the rate of reports is limited by address, and the rate of likes is not', async () => {
  const provider = await openTestProvider({ limits: { newVisitorsPerHour: 1_000 } });
  const { visitorData, feedbackTokens } = await newViewer(provider);
  const send = async (address: string, kind: number): Promise<number> => {
    const fields = { feedbackTokens: [feedbackTokens[kind]], feedbackContext: { reason: 'spam' } };
    return (await callFrom(provider, address, 'feedback', { visitorData }, fields)).status;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 31; count += 1) {
    statuses.push(await send('192.0.2.1', 2));
    await provider.clock.advance(1_000);
  }
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  expect([await send('192.0.2.1', 0), await send('192.0.2.2', 2)]).toEqual([200, 200]);
  expect(await provider.metrics.text()).toMatch(/^oriel_refusals_total\{limit="reports_per_address"\} 1$/m);
});
