import { expect, test } from 'vitest';
import { Session } from '../../../../../workers/infrastructure/context/session.ts';
import { applyResponseContext } from '../../../../../workers/infrastructure/transport/apply-response-context.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { makeSettings } from '../../../../support/pipeline-harness.ts';
import { SESSION_BROWSER } from '../../../../support/session-browser.ts';

function setUp() {
  const clock = createFakeClock();
  const session = new Session(makeSettings(), SESSION_BROWSER);
  const saved: unknown[] = [];
  const sinks = {
    saveConfig: (config: unknown) => saved.push(config),
    saveLocationToken: (token: string) => saved.push(token),
    saveTokenJar: (jar: unknown) => saved.push(jar),
  };
  return { clock, session, saved, sinks };
}

test('a response without a context, or with an empty one, changes nothing', () => {
  const { clock, session, saved, sinks } = setUp();
  applyResponseContext(undefined, session, clock, sinks);
  applyResponseContext({}, session, clock, sinks);
  expect(saved).toEqual([]);
  expect([session.visitorData(), session.tokenJars(clock.now())]).toEqual([undefined, []]);
});

test('a response hands over its visitor, configuration and location token [N18, L7]', () => {
  const { clock, session, saved, sinks } = setUp();
  const globalConfigGroup = { hot: { hashData: 'h', configData: 1 } };
  applyResponseContext(
    { visitorData: 'visitor', locationPlayabilityToken: 'token', globalConfigGroup },
    session,
    clock,
    sinks,
  );
  expect(session.visitorData()).toBe('visitor');
  expect(saved).toEqual(['token', globalConfigGroup]);
  applyResponseContext({}, session, clock, sinks);
  expect(session.visitorData()).toBe('visitor');
});

test('a token jar is kept, and sent with calls until it expires', async () => {
  const { clock, session, saved, sinks } = setUp();
  const jar = { encryptedTokenJarContents: 'jar', expirationSeconds: 60 };
  applyResponseContext({ consistencyTokenJar: jar }, session, clock, sinks);
  expect(saved).toEqual([{ jar: { encryptedTokenJarContents: 'jar' }, expiresAtMs: clock.now() + 60_000 }]);
  expect(session.tokenJars(clock.now() + 59_999)).toEqual([{ encryptedTokenJarContents: 'jar' }]);
  expect(session.tokenJars(clock.now() + 60_000)).toEqual([]);
});
