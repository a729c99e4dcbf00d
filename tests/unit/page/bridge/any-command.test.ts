// @module-tag random
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOST_COMMAND_NAMES, HOST_READS, PLAYER_EVENTS } from '../../../../src/page/host-messages/host-messages.ts';
import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { readCommand } from '../../../../src/page/bridge/commands/read-command.ts';
import { HOST_ORIGIN, startBridge, type BridgeHarness } from '../../../support/bridge-harness.ts';
import { createFakePlayer, type FakePlayer } from '../../../support/fake-player.ts';
import { randomRuns } from '../../../support/random-runs.ts';

/** Random commands of a host and calls of a player in any order, before and after ready, and after the end. */

const names = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...HOST_COMMAND_NAMES) },
  fc.constantFrom<string>(...HOST_READS, ...PLAYER_EVENTS, '__proto__', 'constructor', 'toString', ''),
  fc.string({ maxLength: 70 }),
);
/** Plausible arguments reach more code than arbitrary JSON does. */
const likely = fc.constantFrom<fc.JsonValue>(
  ...[0, -1, 1.5, 1e308, -1e308, '7', '', 'orieldemo01', 'captions', 'track', 'fontSize', 'onStateChange', 'onError'],
  ...[true, null, [], {}, ['orieldemo01', 'orieldemo01'], { videoId: 'orieldemo01', startSeconds: 4 }],
  ...[
    { list: 'PLorieldemolist001', index: 1 },
    { yaw: 1e9, fov: -3 },
    { languageCode: 'en' },
    { toString: 1, valueOf: 1 },
  ],
);
const argument = fc.oneof(likely, fc.jsonValue({ maxDepth: 3 }));
const args = fc.oneof(fc.array(argument, { maxLength: 4 }), argument, fc.constant(undefined));
const sender = fc.record(
  {
    id: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.string({ maxLength: 3 }), fc.constant(null)),
    channel: fc.constantFrom('widget', 'other'),
    callId: fc.integer({ min: 1, max: 50 }),
  },
  { requiredKeys: [] },
);

type Step = (harness: BridgeHarness) => void | Promise<void>;

const command = fc.tuple(names, args, sender).map(
  ([func, given, from]): Step =>
    (harness) =>
      harness.send({ event: 'command', func, args: given, ...from }),
);
const greeting = sender.map(
  (from): Step =>
    (harness) =>
      harness.send({ event: 'listening', ...from }),
);
const noise = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string()).map(
  (message): Step =>
    (harness) =>
      harness.send(JSON.stringify(message)),
);
const wait = fc.constantFrom(0, 49, 50, 150, 2_000, 10_000).map(
  (ms): Step =>
    ({ clock }) =>
      clock.advance(ms),
);
const ofPlayer = fc.constantFrom<(player: FakePlayer) => void>(
  (player) => player.becomeReady(),
  (player) => player.goTo(PLAYER_STATE.playing, { position: { seconds: 1, atMs: 0, rate: 1 } }),
  (player) => player.goTo(PLAYER_STATE.paused, { position: { seconds: 2, atMs: 0, rate: 0 } }),
  (player) => player.set({ error: { code: 'net.timeout', title: '', advice: '', retryable: true } }),
  (player) => player.emit('onError', 5),
  (player) => player.emit('onApiChange'),
  (player) => (player.response = () => fail('api.invalidparam', 'refused')),
  (player) => (player.response = () => succeed(undefined)),
);
const happening = ofPlayer.map(
  (happen): Step =>
    ({ player }) =>
      void happen(player),
);

const steps = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: command },
    { weight: 3, arbitrary: greeting },
    { weight: 2, arbitrary: happening },
    { weight: 2, arbitrary: wait },
    { weight: 1, arbitrary: noise },
  ),
  { maxLength: 60 },
);

test('any command, at any moment and with any arguments, is executed, refused or ignored without an exception [P7, H2, H4]', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (taken, isReady) => {
      const harness = startBridge({ player: createFakePlayer({ ready: isReady, state: PLAYER_STATE.cued }) });
      for (const step of taken) await step(harness);
      await harness.clock.advance(60_000);
      expect(harness.reported).toEqual([]);
      for (const { command: executed, by } of harness.player.executed) {
        expect(by).toBe('host');
        expect(HOST_COMMAND_NAMES).toContain(executed.name);
      }
      for (const { event, info, targetOrigin } of harness.posted) {
        expect(targetOrigin).toBe(HOST_ORIGIN);
        if (event === 'onError') expect([2, 5]).toContain(info);
      }
    }),
    { numRuns: randomRuns(3_000) },
  );
}, 120_000);

test('every command gets one response, which is ok exactly if its name is known and its arguments fit the schema [H4]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(names, args), { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      async (commands, isReady) => {
        const harness = startBridge({ player: createFakePlayer({ ready: isReady, state: PLAYER_STATE.cued }) });
        harness.listen();
        for (const [index, [func, given]] of commands.entries()) harness.command(func, given, { callId: index });
        harness.player.becomeReady();
        await harness.clock.advance(0);
        const expected = commands.flatMap(([func, given], callId) => outcomeOf(func, given, callId));
        const responses = harness.infos('commandResult') as { callId: number; ok: boolean }[];
        expect(responses.map(({ callId, ok }) => ({ callId, ok })).toSorted(byCall)).toEqual(expected);
        expect(harness.reported).toEqual([]);
      },
    ),
    { numRuns: randomRuns(1_000) },
  );
}, 120_000);

function outcomeOf(func: string, given: unknown, callId: number): { callId: number; ok: boolean }[] {
  if (func.length > 64) return [];
  const name = HOST_COMMAND_NAMES.find((known) => known === func);
  // Arguments arrive as the JSON that was posted.
  const received = given === undefined ? [] : (JSON.parse(JSON.stringify(given)) as unknown);
  return [{ callId, ok: name !== undefined && readCommand(name, received).ok }];
}

function byCall(left: { callId: number }, right: { callId: number }): number {
  return left.callId - right.callId;
}
