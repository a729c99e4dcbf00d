import { expect, test } from 'vitest';
import { SubscriptionResponse } from '../../../../protocol/provider/actions.ts';
import { botBinding } from '../../../../protocol/provider/identity.ts';
import { loadBotDetection, newViewer } from '../support/bot-response.ts';
import { openTestProvider, type CallResponse, type TestProvider } from '../support/test-provider.ts';
import { BOT_PROGRAM_LIFETIME_MS } from '../../../../src/provider/bot-detection/bot-detection.ts';

const CHANNEL = 'oriel-demo-channel';
const SUBSCRIBE = 'subscription/subscribe';
const UNSUBSCRIBE = 'subscription/unsubscribe';

interface Subject {
  readonly provider: TestProvider;
  /** A new bot-detection response for a call. */
  readonly solve: (path: string, channelIds?: readonly string[]) => Promise<string>;
  readonly send: (path: string, botguardResponse: string, channelIds?: readonly string[]) => Promise<CallResponse>;
}

async function subject(): Promise<Subject> {
  const provider = await openTestProvider();
  const { createBotDetection } = await loadBotDetection(provider);
  const { visitorData, program } = await newViewer(provider);
  const detection = createBotDetection(program);
  return {
    provider,
    solve: (path, channelIds = [CHANNEL]) => detection.answer(botBinding(path, channelIds)),
    send: (path, botguardResponse, channelIds = [CHANNEL]) =>
      provider.call(
        path,
        { channelIds, botguardResponse, siloName: 's', params: 'p', clientFeature: 'c' },
        { visitorData },
      ),
  };
}

test('subscribe and unsubscribe succeed with the response of the bot-detection script [N6]', async () => {
  const { solve, send } = await subject();
  const subscribed = await send(SUBSCRIBE, await solve(SUBSCRIBE));
  expect(SubscriptionResponse.parse(subscribed.json).channels).toEqual([{ channelId: CHANNEL, subscribed: true }]);
  const unsubscribed = await send(UNSUBSCRIBE, await solve(UNSUBSCRIBE));
  expect(SubscriptionResponse.parse(unsubscribed.json).channels).toEqual([{ channelId: CHANNEL, subscribed: false }]);
});

test('a bot-detection response is valid once [N6]', async () => {
  const { solve, send } = await subject();
  const response = await solve(SUBSCRIBE);
  expect((await send(SUBSCRIBE, response)).status).toBe(200);
  expect((await send(SUBSCRIBE, response)).status).toBe(403);
});

test('a bot-detection response is valid only for its call and its channels [N6]', async () => {
  const { solve, send } = await subject();
  expect((await send(UNSUBSCRIBE, await solve(SUBSCRIBE))).status).toBe(403);
  expect((await send(SUBSCRIBE, await solve(SUBSCRIBE, ['another-channel']))).status).toBe(403);
});

test('a bot-detection response from an expired program is refused [N6]', async () => {
  const { provider, solve, send } = await subject();
  const response = await solve(SUBSCRIBE);
  await provider.clock.advance(BOT_PROGRAM_LIFETIME_MS);
  expect((await send(SUBSCRIBE, response)).status).toBe(403);
});

test('a forged bot-detection response is refused, and so is the response of a forged, easier program [N6]', async () => {
  const { provider, solve, send } = await subject();
  const response = await solve(SUBSCRIBE);
  const { createBotDetection } = await loadBotDetection(provider);
  const easier = createBotDetection(response.split('~').slice(0, 2).join('~').replace(/^\d+/, '1'));
  for (const forged of [
    '',
    'x',
    response.slice(0, -1),
    `1${response}`,
    await easier.answer(botBinding(SUBSCRIBE, [CHANNEL])),
  ])
    expect((await send(SUBSCRIBE, forged)).status).toBe(403);
});

test('a subscribe call responds 404 for an unknown channel and 401 without visitor data', async () => {
  const { provider, solve, send } = await subject();
  expect((await send(SUBSCRIBE, await solve(SUBSCRIBE, ['nobody']), ['nobody'])).status).toBe(404);
  const anonymous = await provider.call(SUBSCRIBE, { channelIds: [CHANNEL], botguardResponse: await solve(SUBSCRIBE) });
  expect(anonymous.status).toBe(401);
});

test('the bot-detection script uses no WebCrypto, refuses an invalid program, and stops when it is disposed of', async () => {
  const provider = await openTestProvider();
  const script = await (await provider.get('/bot_detection.js')).text();
  expect(script).not.toMatch(/crypto\.subtle|document|window/);
  const { createBotDetection } = await loadBotDetection(provider);
  for (const bad of ['', 'x', '0~a.b', '40~a.b']) expect(() => createBotDetection(bad)).toThrow();
  const endless = createBotDetection('31~never.found');
  const response = endless.answer('binding');
  endless.dispose();
  await expect(response).rejects.toThrow('disposed');
});
