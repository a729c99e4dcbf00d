// @module-tag random
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOST_MESSAGE_MAX_CHARACTERS } from '../../../../protocol/constants.ts';
import * as z from 'zod/mini';
import { HOST_COMMAND_NAMES } from '../../../../src/page/host-messages/host-messages.ts';
import type { HostMessageEvent } from '../../../../src/page/bridge/bridge-window.ts';
import { HOST_ORIGIN, startBridge, type BridgeHarness } from '../../../support/bridge-harness.ts';
import { randomRuns } from '../../../support/random-runs.ts';

// The policy of the page forbids generated code, so schemas are interpreted there, which is slower.
z.config({ jitless: true });

const MESSAGES_PER_RUN = 250;
const RUNS = randomRuns(400);
const SESSION = { enforce: true, id: 'right' };
const ADDRESS = { id: 1, channel: 'widget', sessionId: SESSION.id };

/** A message that must be ignored. */
interface Hostile {
  readonly data: unknown;
  readonly event: Partial<HostMessageEvent>;
  /** Whether the message is not from the host: then it must not get a response either. */
  readonly fromStranger: boolean;
}

const command = fc.record({
  event: fc.constant('command'),
  func: fc.oneof(fc.constantFrom(...HOST_COMMAND_NAMES), fc.string({ maxLength: 80 })),
  args: fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.array(fc.oneof(fc.double(), fc.string(), fc.boolean()))),
});
const valid = fc.oneof(fc.constant({ event: 'listening' }), command).map((message) => ({ ...message, ...ADDRESS }));

const nested = fc.integer({ min: 1, max: 10_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth));
const huge = fc.integer({ min: HOST_MESSAGE_MAX_CHARACTERS + 1, max: 70_000 }).map((length) => {
  const message = JSON.stringify({ event: 'command', func: 'playVideo', args: [], ...ADDRESS, padding: '' });
  return message + ' '.repeat(length - message.length);
});
const polluted = fc
  .constantFrom('__proto__', 'constructor', 'prototype')
  .map((key) => `{"${key}":{"event":"command","func":"playVideo","id":1,"channel":"widget","sessionId":"right"}}`);
const pollutedCommand = fc
  .constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf')
  .map((func) => JSON.stringify({ event: 'command', func, args: [{ polluted: true }], ...ADDRESS }));
const badArguments = fc
  .constantFrom('seekTo', 'setPlaybackRate', 'loadVideoById', 'playVideoAt', 'setPlaybackQuality', 'addEventListener')
  .chain((func) =>
    fc
      .oneof(
        fc.constant([]),
        fc.constant([null]),
        fc.constant([{ videoId: 7 }]),
        fc.constant([[]]),
        fc.constant([{}, {}]),
      )
      .filter((args) => func !== 'loadVideoById' || args.length === 0 || args[0] === null)
      .map((args) => JSON.stringify({ event: 'command', func, args, ...ADDRESS })),
  );

const stranger = (data: fc.Arbitrary<unknown>, event: fc.Arbitrary<Partial<HostMessageEvent>>): fc.Arbitrary<Hostile> =>
  fc.record({ data, event, fromStranger: fc.constant(true) });
const host = (data: fc.Arbitrary<unknown>): fc.Arbitrary<Hostile> =>
  fc.record({ data, event: fc.constant({}), fromStranger: fc.constant(false) });

const hostile: fc.Arbitrary<Hostile> = fc.oneof(
  stranger(
    valid,
    fc.record({
      origin: fc.constantFrom(
        'null',
        '',
        '*',
        `${HOST_ORIGIN}.evil`,
        `${HOST_ORIGIN}:8443`,
        'http://host.example',
        'file://',
      ),
    }),
  ),
  stranger(valid, fc.record({ source: fc.constantFrom(null, {}, { postMessage: () => undefined }) })),
  stranger(
    valid.map((message) => ({ ...message, sessionId: 'wrong' })),
    fc.constant({}),
  ),
  stranger(
    valid.map((message) => ({ ...message, channel: 'other' })),
    fc.constant({}),
  ),
  stranger(fc.constantFrom(null, undefined, 7, true, Symbol('x')), fc.constant({})),
  stranger(huge, fc.constant({})),
  stranger(nested, fc.constant({})),
  stranger(fc.json({ maxDepth: 4 }), fc.constant({})),
  stranger(fc.string({ maxLength: 300 }), fc.constant({})),
  stranger(polluted, fc.constant({})),
  host(pollutedCommand),
  host(badArguments),
);

function send(harness: BridgeHarness, { data, event, fromStranger }: Hostile): void {
  const posted = harness.posted.length;
  harness.send(data, event);
  if (fromStranger && harness.posted.length !== posted)
    throw new Error(`a stranger was answered: ${JSON.stringify(harness.posted.at(-1))}`);
}

test(`${RUNS * MESSAGES_PER_RUN} hostile messages: no exception, no state change, no response to a stranger [H2, H3, H4]`, async () => {
  const harness = startBridge({ session: SESSION });
  const before = harness.player.getSnapshot();
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostile, { minLength: MESSAGES_PER_RUN, maxLength: MESSAGES_PER_RUN }),
      async (messages) => {
        harness.forget();
        await harness.clock.advance(2_000);
        for (const message of messages) send(harness, message);
        sent += messages.length;
        expect(harness.player.executed).toEqual([]);
        expect(harness.player.getSnapshot()).toBe(before);
        for (const { targetOrigin } of harness.posted) expect(targetOrigin).toBe(HOST_ORIGIN);
      },
    ),
    { numRuns: RUNS, seed: 20_261_120 },
  );
  expect(sent).toBe(RUNS * MESSAGES_PER_RUN);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(harness.warnings.length).toBeLessThanOrEqual(2);
}, 400_000);
