import { expect, onTestFinished, test } from 'vitest';
import type { Outcome } from '../../../../protocol/runtime/outcome.ts';
import { BOT_DETECTION_STATES } from '../../../../protocol/provider/identity.ts';
import type { BotRequest } from './bot-worker.ts';

const SCRIPT = '/src/provider/bot-detection/bot-detection-script.mjs';
/** A module without bot detection. */
const OTHER_SCRIPT = '/protocol/runtime/outcome.ts';

interface Reply {
  readonly response: Outcome<string>;
  /** The bot-detection state of each reported problem. */
  readonly failedIn: readonly number[];
}

async function request(message: BotRequest): Promise<Reply> {
  const worker = new Worker(new URL('./bot-worker.ts', import.meta.url), { type: 'module' });
  onTestFinished(() => worker.terminate());
  return new Promise((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => resolve(data), { once: true });
    worker.postMessage(message);
  });
}

async function firstWord(text: string): Promise<number> {
  return new DataView(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).getUint32(0);
}

test("a worker loads the provider's script and responds with a valid proof [B1, N6]", async () => {
  const binding = 'subscription/subscribe?channel';
  const { response, failedIn } = await request({ attestation: { scriptUrl: SCRIPT, program: '8~program' }, binding });
  if (!response.ok) throw new Error(response.message);
  expect(failedIn).toEqual([]);
  const proof = /^8~program~(.+)$/.exec(response.value)?.[1] ?? '';
  expect((await firstWord(`8~program\n${binding}\n${proof}`)) >>> 24).toBe(0);
});

test.each([
  ['is missing', { scriptUrl: '/nowhere/404.mjs', program: '8~p' }, 'loadFailedFromUrl', 'Unable to load Botguard'],
  ['is another module', { scriptUrl: OTHER_SCRIPT, program: '8~p' }, 'loadFailedFromScript', 'Unable to load Botguard'],
  [
    'refuses its program',
    { scriptUrl: SCRIPT, program: 'x' },
    'initializationFailed',
    'The bot-detection script refused its program',
  ],
] as const)(
  'a bot-detection script that %s fails the request, and is reported with the state of that failure [B1, B2]',
  async (_what, attestation, state, message) => {
    const reply = await request({ attestation, binding: 'x' });
    expect(reply).toMatchObject({
      failedIn: [BOT_DETECTION_STATES[state]],
      response: { ok: false, code: 'bot.unavailable', message },
    });
  },
);
