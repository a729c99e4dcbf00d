import { expect, test } from 'vitest';
import type { StoredTokenJar } from '../../../../../protocol/provider/request-context.ts';
import type { ServiceCheckpoint } from '../../../../../protocol/infrastructure/rpc.ts';
import { Session } from '../../../../../workers/infrastructure/context/session.ts';
import { ResponseContexts } from '../../../../../workers/infrastructure/transport/response-contexts.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';
import { makeSettings } from '../../../../support/pipeline-harness.ts';
import { SESSION_BROWSER } from '../../../../support/session-browser.ts';

/** `stored` is the token jar of an earlier page load. */
function setUp({ stored = null as StoredTokenJar | null } = {}) {
  const clock = createFakeClock();
  const session = new Session(makeSettings(), SESSION_BROWSER);
  const locationTokens: string[] = [];
  const configs: unknown[] = [];
  const jars: StoredTokenJar[] = [];
  let state: ServiceCheckpoint = { reportedErrors: [], storageEnd: '' };
  const responses = new ResponseContexts({
    session,
    clock,
    cookies: { saveLocationToken: (token) => void locationTokens.push(token) },
    checkpoint: {
      get state() {
        return state;
      },
      save: (change) => void (state = { ...state, ...change }),
    },
  });
  const configStore = {
    hashes: { hot: 'h' },
    tokenJar: stored,
    load: async () => ({ hot: 1 }),
    save: async (config: unknown) => void configs.push(config),
    saveTokenJar: async (jar: StoredTokenJar) => void jars.push(jar),
    loadTokenJar: async () => {},
    close() {},
  } satisfies Parameters<typeof responses.keepIn>[0];
  return { clock, session, responses, configStore, locationTokens, configs, jars, checkpoint: () => state };
}

const JAR = { encryptedTokenJarContents: 'jar', expirationSeconds: 60 };
const EARLIER: StoredTokenJar = { jar: { encryptedTokenJarContents: 'earlier' }, expiresAtMs: Number.MAX_SAFE_INTEGER };

test('a response without a context, or with an empty context, changes nothing', async () => {
  const { clock, session, responses, configStore, locationTokens, configs, jars } = setUp();
  await responses.keepIn(configStore);
  responses.apply(undefined);
  responses.apply({});
  responses.applyLogResponse({ status: 204, text: '' });
  await settle();
  expect([locationTokens, configs, jars]).toEqual([[], [], []]);
  expect([session.visitorData(), session.tokenJars(clock.now())]).toEqual([undefined, []]);
});

test('the visitor data, configuration and location token of a response are applied and stored [N18, L7]', async () => {
  const { session, responses, configStore, locationTokens, configs } = setUp();
  expect(await responses.keepIn(configStore)).toEqual({ hot: 1 });
  const globalConfigGroup = { hot: { hashData: 'h', configData: 1 } };
  responses.apply({ visitorData: 'visitor', locationPlayabilityToken: 'token', globalConfigGroup });
  await settle();
  expect([session.visitorData(), session.configHashes]).toEqual(['visitor', { hot: 'h' }]);
  expect([locationTokens, configs]).toEqual([['token'], [globalConfigGroup]]);
  responses.apply({});
  expect(session.visitorData()).toBe('visitor');
});

test('a token jar is stored, and sent with calls until it expires [N18]', async () => {
  const { clock, session, responses, configStore, jars, checkpoint } = setUp();
  await responses.keepIn(configStore);
  responses.apply({ consistencyTokenJar: JAR });
  const kept = { jar: { encryptedTokenJarContents: 'jar' }, expiresAtMs: clock.now() + 60_000 };
  expect([jars, checkpoint().tokenJar]).toEqual([[kept], kept]);
  expect(session.tokenJars(clock.now() + 59_999)).toEqual([{ encryptedTokenJarContents: 'jar' }]);
  expect(session.tokenJars(clock.now() + 60_000)).toEqual([]);
});

test('the stored token jar of an earlier page load is sent, unless this page has a newer jar [N18]', async () => {
  const earlier = setUp({ stored: EARLIER });
  await earlier.responses.keepIn(earlier.configStore);
  expect(earlier.session.tokenJars(0)).toEqual([EARLIER.jar]);
  const newer = setUp({ stored: EARLIER });
  newer.responses.apply({ consistencyTokenJar: JAR });
  await newer.responses.keepIn(newer.configStore);
  expect(newer.session.tokenJars(0)).toEqual([{ encryptedTokenJarContents: 'jar' }]);
  expect(newer.jars).toHaveLength(1);
  await newer.responses.consentChanged();
  expect(newer.jars).toHaveLength(2);
});

test('a change of consent before the stores are open does nothing', async () => {
  const { responses, session, clock } = setUp();
  await responses.consentChanged();
  expect(session.tokenJars(clock.now())).toEqual([]);
});
