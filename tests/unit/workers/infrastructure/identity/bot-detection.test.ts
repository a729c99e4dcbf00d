import { expect, test } from 'vitest';
import { fail, succeed, type Outcome } from '../../../../../protocol/runtime/outcome.ts';
import type { BotDetectionModule } from '../../../../../protocol/provider/identity.ts';
import {
  BOT_DETECTION_STATES,
  nextBotDetectionState,
  type BotDetectionState,
} from '../../../../../workers/infrastructure/identity/bot-detection-states.ts';
import { BotDetection, type LoadBotDetection } from '../../../../../workers/infrastructure/identity/bot-detection.ts';
import { createBotDetectionLoader } from '../../../../../workers/infrastructure/identity/load-bot-detection.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';

const resolve = (address: string): string => `https://player.example${address}`;
const ATTESTATION = { scriptUrl: '/bot.js', program: 'program' };

/** A script that answers with what it was given, and keeps count. */
function createScript() {
  const disposed: string[] = [];
  const module: BotDetectionModule = {
    createBotDetection: (program) => ({
      answer: async (binding) => `${program} for ${binding}`,
      dispose: () => void disposed.push(program),
    }),
  };
  return { module, disposed };
}

function openBotDetection(load: LoadBotDetection) {
  const clock = createFakeClock();
  const problems: string[] = [];
  const loads: string[] = [];
  const states: BotDetectionState[] = [];
  const botDetection: BotDetection = new BotDetection({
    clock,
    load: async (scriptUrl) => {
      loads.push(scriptUrl);
      states.push(botDetection.state);
      return load(scriptUrl);
    },
    onProblem: (message) => problems.push(message),
  });
  return { clock, problems, loads, states, botDetection };
}

test('the states are eight, numbered 1 to 8 [B1]', () => {
  expect(BOT_DETECTION_STATES).toEqual({
    initial: 1,
    loading: 2,
    loadFailedFromUrl: 3,
    loadFailedFromScript: 4,
    initializing: 5,
    ready: 6,
    initializationFailed: 7,
    disposed: 8,
  });
});

test('nothing leads out of the end, and everything can come to it [B1]', () => {
  for (const state of Object.keys(BOT_DETECTION_STATES) as BotDetectionState[]) {
    expect(nextBotDetectionState(state, 'dispose')).toBe('disposed');
    expect(nextBotDetectionState('disposed', 'load')).toBe('disposed');
  }
});

test('nothing is loaded before the first answer is wanted, and once for all [B1]', async () => {
  const { module } = createScript();
  const { botDetection, loads, states } = openBotDetection(async () => succeed(module));
  await settle();
  expect([botDetection.state, loads]).toEqual(['initial', []]);
  const responses = await Promise.all([
    botDetection.answer(ATTESTATION, 'one'),
    botDetection.answer({ ...ATTESTATION }, 'two'),
  ]);
  expect(responses).toEqual([succeed('program for one'), succeed('program for two')]);
  expect(loads).toEqual(['/bot.js']);
  expect(states).toEqual(['loading']);
  expect(botDetection.state).toBe('ready');
});

test.each([undefined, { scriptUrl: '/bot.js', program: '' }])('without a program: %j [B2, E1]', async (attestation) => {
  const { botDetection, loads, problems } = openBotDetection(async () => fail('net.unknown', 'no'));
  expect(await botDetection.answer(attestation, 'x')).toMatchObject({
    ok: false,
    code: 'bot.unavailable',
    message: 'Cannot initialize botguard without program',
  });
  expect(problems).toEqual(['Cannot initialize botguard without program']);
  expect([botDetection.state, loads]).toEqual(['initial', []]);
});

test.each([
  ['does not come', fail('net.badstatus', 'Request failed, status=404'), 'loadFailedFromUrl'],
  ['is broken', fail('edge.invalid', 'broken'), 'loadFailedFromScript'],
] as const)(
  'a script that %s is said so, and tried again when it is wanted again [B1, B2, E1]',
  async (_what, response, state) => {
    const { module } = createScript();
    const responses: Outcome<BotDetectionModule>[] = [response, succeed(module)];
    const { botDetection, problems } = openBotDetection(async () => responses.shift() ?? response);
    expect(await botDetection.answer(ATTESTATION, 'x')).toMatchObject({
      ok: false,
      message: 'Unable to load Botguard',
    });
    expect(botDetection.state).toBe(state);
    expect(problems).toEqual(['Unable to load Botguard']);
    expect(await botDetection.answer(ATTESTATION, 'x')).toEqual(succeed('program for x'));
    expect(botDetection.state).toBe('ready');
  },
);

test('a script that never comes is given up after 10 s [B2]', async () => {
  const { botDetection, clock } = openBotDetection(() => new Promise(() => {}));
  const response = botDetection.answer(ATTESTATION, 'x');
  await clock.advance(9_999);
  expect(botDetection.state).toBe('loading');
  await clock.advance(1);
  expect(await response).toMatchObject({ ok: false, message: 'Unable to load Botguard' });
  expect(botDetection.state).toBe('loadFailedFromUrl');
});

test('a script that refuses its program ends in the initialization error, and takes another program [B1]', async () => {
  const { module } = createScript();
  const picky: BotDetectionModule = {
    createBotDetection(program) {
      if (program === 'program') throw new Error('not mine');
      return module.createBotDetection(program);
    },
  };
  const { botDetection, problems } = openBotDetection(async () => succeed(picky));
  expect(await botDetection.answer(ATTESTATION, 'x')).toMatchObject({ ok: false, code: 'bot.unavailable' });
  expect(botDetection.state).toBe('initializationFailed');
  expect(problems).toHaveLength(1);
  expect(await botDetection.answer({ ...ATTESTATION, program: 'newer' }, 'x')).toEqual(succeed('newer for x'));
});

test('a newer program takes the place of the older, which is disposed of [B1]', async () => {
  const { module, disposed } = createScript();
  const { botDetection } = openBotDetection(async () => succeed(module));
  await botDetection.answer(ATTESTATION, 'x');
  expect(await botDetection.answer({ ...ATTESTATION, program: 'newer' }, 'x')).toEqual(succeed('newer for x'));
  expect(disposed).toEqual(['program']);
});

test.each([
  ['throws', () => Promise.reject(new Error('no'))],
  ['answers nothing', () => Promise.resolve(undefined as unknown as string)],
  ['never answers', () => new Promise<string>(() => {})],
])('an instance that %s fails its call and no other [B2]', async (_what, answer) => {
  const module: BotDetectionModule = { createBotDetection: () => ({ answer, dispose() {} }) };
  const { botDetection, clock } = openBotDetection(async () => succeed(module));
  const answered = botDetection.answer(ATTESTATION, 'x');
  await clock.advance(10_000);
  expect(await answered).toMatchObject({ ok: false, code: 'bot.unavailable' });
  expect(botDetection.state).toBe('ready');
});

test('what has been disposed of answers nothing and loads nothing [B1]', async () => {
  const { module, disposed } = createScript();
  const { botDetection, loads } = openBotDetection(async () => succeed(module));
  await botDetection.answer(ATTESTATION, 'x');
  botDetection.dispose();
  expect(botDetection.state).toBe('disposed');
  expect(disposed).toEqual(['program']);
  expect(await botDetection.answer(ATTESTATION, 'x')).toMatchObject({ ok: false, code: 'bot.unavailable' });
  expect(loads).toHaveLength(1);
});

test('disposed of while its script is on the way, it stays so [B1]', async () => {
  const { module } = createScript();
  let arrive: (loaded: Outcome<BotDetectionModule>) => void = () => {};
  const { botDetection } = openBotDetection(() => new Promise((resolve) => (arrive = resolve)));
  const response = botDetection.answer(ATTESTATION, 'x');
  await settle();
  botDetection.dispose();
  arrive(succeed(module));
  expect(await response).toMatchObject({ ok: false });
  expect(botDetection.state).toBe('disposed');
});

test.each([
  ['its address fails', fail('net.unknown', 'Unknown request error'), () => Promise.resolve({}), 'net.unknown'],
  ['it breaks', succeed({ status: 200, text: '' }), () => Promise.reject(new SyntaxError('x')), 'edge.invalid'],
  ['it is another', succeed({ status: 200, text: '' }), () => Promise.resolve({ other: 1 }), 'edge.invalid'],
  ['it is nothing', succeed({ status: 200, text: '' }), () => Promise.resolve(null), 'edge.invalid'],
] as const)('the loader tells why there is no script: %s [B1]', async (_why, response, importModule, code) => {
  const load = createBotDetectionLoader(async () => response, importModule, resolve);
  expect(await load('/bot.js')).toMatchObject({ ok: false, code });
});

test('the loader imports the address of the page, not of the worker [B1]', async () => {
  const imported: string[] = [];
  const { module } = createScript();
  const load = createBotDetectionLoader(
    async () => succeed({ status: 200, text: '' }),
    async (address) => (imported.push(address), module),
    resolve,
  );
  expect(await load('/bot.js')).toMatchObject({ ok: true });
  expect(imported).toEqual(['https://player.example/bot.js']);
});
