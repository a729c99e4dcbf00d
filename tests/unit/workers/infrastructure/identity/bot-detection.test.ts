import { expect, test } from 'vitest';
import { fail, succeed, type Outcome } from '../../../../../protocol/runtime/outcome.ts';
import {
  type BotDetectionModule,
  BOT_DETECTION_STATES,
  type BotDetectionState,
} from '../../../../../protocol/provider/identity.ts';

import { nextBotDetectionState } from '../../../../../workers/infrastructure/identity/bot-detection-states.ts';
import { BotDetection, type LoadBotDetection } from '../../../../../workers/infrastructure/identity/bot-detection.ts';
import { createBotDetectionLoader } from '../../../../../workers/infrastructure/identity/load-bot-detection.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';

const resolve = (address: string): string => `https://player.example${address}`;
const ATTESTATION = { scriptUrl: '/bot.js', program: 'program' };

/** A script whose proofs contain its arguments, with the programs that were disposed of. */
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
  const failedIn: number[] = [];
  const botDetection = new BotDetection({
    clock,
    load: async (scriptUrl) => {
      loads.push(scriptUrl);
      return load(scriptUrl);
    },
    onProblem: (message, state) => {
      problems.push(message);
      failedIn.push(state);
    },
  });
  return { clock, problems, failedIn, loads, botDetection };
}

test('every state of the bot detection can be disposed, and the disposed state is final [B1]', () => {
  for (const state of Object.keys(BOT_DETECTION_STATES) as BotDetectionState[]) {
    expect(nextBotDetectionState(state, 'dispose')).toBe('disposed');
    expect(nextBotDetectionState('disposed', 'load')).toBe('disposed');
  }
});

test('the bot-detection script is loaded once, at the first proof [B1]', async () => {
  const { module } = createScript();
  const { botDetection, loads } = openBotDetection(async () => succeed(module));
  await settle();
  expect(loads).toEqual([]);
  const responses = await Promise.all([
    botDetection.prove(ATTESTATION, 'one'),
    botDetection.prove({ ...ATTESTATION }, 'two'),
  ]);
  expect(responses).toEqual([succeed('program for one'), succeed('program for two')]);
  expect(loads).toEqual(['/bot.js']);
});

test.each([undefined, { scriptUrl: '/bot.js', program: '' }])(
  'a proof without a program (%j) fails and is reported, and loads nothing [B2, E1]',
  async (attestation) => {
    const { botDetection, loads, problems, failedIn } = openBotDetection(async () => fail('net.unknown', 'no'));
    expect(await botDetection.prove(attestation, 'x')).toMatchObject({
      ok: false,
      code: 'bot.unavailable',
      message: 'Cannot initialize botguard without program',
    });
    expect(problems).toEqual(['Cannot initialize botguard without program']);
    expect(loads).toEqual([]);
    expect(failedIn).toEqual([BOT_DETECTION_STATES.initial]);
  },
);

test.each([
  ['is missing', fail('net.badstatus', 'Request failed, status=404'), 'loadFailedFromUrl'],
  ['is broken', fail('edge.invalid', 'broken'), 'loadFailedFromScript'],
] as const)(
  'a bot-detection script that %s is reported, and loaded again at the next proof [B1, B2, E1]',
  async (_what, response, state) => {
    const { module } = createScript();
    const responses: Outcome<BotDetectionModule>[] = [response, succeed(module)];
    const { botDetection, problems, failedIn } = openBotDetection(async () => responses.shift() ?? response);
    expect(await botDetection.prove(ATTESTATION, 'x')).toMatchObject({
      ok: false,
      message: 'Unable to load Botguard',
    });
    expect(failedIn).toEqual([BOT_DETECTION_STATES[state]]);
    expect(problems).toEqual(['Unable to load Botguard']);
    expect(await botDetection.prove(ATTESTATION, 'x')).toEqual(succeed('program for x'));
  },
);

test('a proof fails after 10 s if the bot-detection script has not loaded [B2]', async () => {
  const { botDetection, clock, failedIn } = openBotDetection(() => new Promise(() => {}));
  const response = botDetection.prove(ATTESTATION, 'x');
  await clock.advance(9_999);
  expect(failedIn).toEqual([]);
  await clock.advance(1);
  expect(await response).toMatchObject({ ok: false, message: 'Unable to load Botguard' });
  expect(failedIn).toEqual([BOT_DETECTION_STATES.loadFailedFromUrl]);
});

test('a proof fails if the bot-detection script refuses the program, and a later proof may use another program [B1]', async () => {
  const { module } = createScript();
  const picky: BotDetectionModule = {
    createBotDetection(program) {
      if (program === 'program') throw new Error('not mine');
      return module.createBotDetection(program);
    },
  };
  const { botDetection, problems, failedIn } = openBotDetection(async () => succeed(picky));
  expect(await botDetection.prove(ATTESTATION, 'x')).toMatchObject({ ok: false, code: 'bot.unavailable' });
  expect(failedIn).toEqual([BOT_DETECTION_STATES.initializationFailed]);
  expect(problems).toHaveLength(1);
  expect(await botDetection.prove({ ...ATTESTATION, program: 'newer' }, 'x')).toEqual(succeed('newer for x'));
});

test('a newer program replaces the older program, which is disposed of [B1]', async () => {
  const { module, disposed } = createScript();
  const { botDetection } = openBotDetection(async () => succeed(module));
  await botDetection.prove(ATTESTATION, 'x');
  expect(await botDetection.prove({ ...ATTESTATION, program: 'newer' }, 'x')).toEqual(succeed('newer for x'));
  expect(disposed).toEqual(['program']);
});

test.each([
  ['throws', () => Promise.reject(new Error('no'))],
  ['responds with nothing', () => Promise.resolve(undefined as unknown as string)],
  ['never responds', () => new Promise<string>(() => {})],
])('a bot-detection instance that %s fails the proof and stays ready [B2]', async (_what, prove) => {
  const module: BotDetectionModule = { createBotDetection: () => ({ answer: prove, dispose() {} }) };
  const { botDetection, clock, failedIn } = openBotDetection(async () => succeed(module));
  const proven = botDetection.prove(ATTESTATION, 'x');
  await clock.advance(10_000);
  expect(await proven).toMatchObject({ ok: false, code: 'bot.unavailable' });
  expect(failedIn).toEqual([BOT_DETECTION_STATES.ready]);
});

test('a disposed bot detection fails every proof and loads nothing [B1]', async () => {
  const { module, disposed } = createScript();
  const { botDetection, loads } = openBotDetection(async () => succeed(module));
  await botDetection.prove(ATTESTATION, 'x');
  botDetection.dispose();
  expect(disposed).toEqual(['program']);
  expect(await botDetection.prove(ATTESTATION, 'x')).toMatchObject({ ok: false, code: 'bot.unavailable' });
  expect(loads).toHaveLength(1);
});

test('a proof fails if the bot detection is disposed while its script loads [B1]', async () => {
  const { module } = createScript();
  let arrive: (loaded: Outcome<BotDetectionModule>) => void = () => {};
  const { botDetection } = openBotDetection(() => new Promise((resolve) => (arrive = resolve)));
  const response = botDetection.prove(ATTESTATION, 'x');
  await settle();
  botDetection.dispose();
  arrive(succeed(module));
  expect(await response).toMatchObject({ ok: false });
});

test.each([
  ['cannot be requested', fail('net.unknown', 'Unknown request error'), () => Promise.resolve({}), 'net.unknown'],
  [
    'throws as it is imported',
    succeed({ status: 200, text: '' }),
    () => Promise.reject(new SyntaxError('x')),
    'edge.invalid',
  ],
  ['is another module', succeed({ status: 200, text: '' }), () => Promise.resolve({ other: 1 }), 'edge.invalid'],
  ['exports nothing', succeed({ status: 200, text: '' }), () => Promise.resolve(null), 'edge.invalid'],
] as const)('the load of a script that %s fails with its code [B1]', async (_why, response, importModule, code) => {
  const load = createBotDetectionLoader(async () => response, importModule, resolve);
  expect(await load('/bot.js')).toMatchObject({ ok: false, code });
});

test('the address of the bot-detection script is resolved against the page, not the worker [B1]', async () => {
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
