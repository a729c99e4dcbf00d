import { describe, expect } from 'vitest';
import { LOCATION_TOKEN_LIFETIME_SECONDS } from '../../../protocol/constants.ts';
import { COOKIE_NAMES } from '../../../protocol/infrastructure/cookies.ts';
import { WIDE } from '../support/contexts.ts';
import { pause, waitForState } from '../support/player-page.ts';
import { ACCEPTED, type Handling, type RecordedRequest } from './support/recording-proxy.ts';
import { test as base } from './support/served-lab.ts';
import { eventsOf, type ServedPage } from './support/served-page.ts';

/** Calls of a page that the provider has served, as they arrive over the connection, and how the page handles responses. */

const test = base.extend('served', { scope: 'file' }, async ({ lab }) => {
  const served = await lab.open({ query: 'consent=functional&mute=1&playlist=orielmp4001', viewport: WIDE });
  await openControls(served);
  return served;
});

/** Starts the video and pauses it, so that its controls stay visible. */
async function openControls({ page }: ServedPage): Promise<void> {
  await page.locator('#big-play').click();
  await waitForState(page, 'playing');
  await pause(page);
}

const SUBSCRIBE = '/subscription/subscribe';
const UNSUBSCRIBE = '/subscription/unsubscribe';
const subscribeButton = ({ page }: ServedPage) => page.getByRole('button', { name: /^Subscribed?: Oriel$/ });
const calls = ({ proxy }: ServedPage) => [...proxy.to(SUBSCRIBE), ...proxy.to(UNSUBSCRIBE)];
const replyCalls = ({ proxy }: ServedPage, reply: Handling): void => {
  for (const path of [SUBSCRIBE, UNSUBSCRIBE]) proxy.reply(path, reply);
};
const reportOf = ({ proxy }: ServedPage, message: string) =>
  proxy.to('/error_204').find(({ query }) => query.get('msg') === message);
const parameterOf = (report: RecordedRequest | undefined, name: string) =>
  new URLSearchParams(report?.body).get(`param.${name}`);

/** Presses the subscribe button and returns its call; with `isDone`, waits until the label of the button changes. */
async function call(served: ServedPage, isDone = true): Promise<RecordedRequest | undefined> {
  const before = new Set(calls(served));
  const label = await subscribeButton(served).getAttribute('aria-label');
  await subscribeButton(served).press('Enter');
  await expect.poll(() => calls(served).length).toBeGreaterThan(before.size);
  if (isDone) await expect.poll(() => subscribeButton(served).getAttribute('aria-label')).not.toBe(label);
  return calls(served).find((one) => !before.has(one));
}

interface CallContext {
  readonly client: { readonly locationInfo?: object };
  readonly request: { readonly consistencyTokenJars: readonly unknown[] };
}
const contextOf = (request: RecordedRequest | undefined): CallContext =>
  (JSON.parse(request?.body ?? '{}') as { context: CallContext }).context;
const jarsOf = (request: RecordedRequest | undefined) => contextOf(request).request.consistencyTokenJars;
const A_JAR = [{ encryptedTokenJarContents: expect.any(String) as unknown }];

describe('a page', () => {
  test('a page whose bot-detection script does not load makes no call, reports the failure, plays on and tries again later [B2, E1]', async ({
    served,
  }) => {
    const { proxy, page } = served;
    proxy.reply('/bot_detection.js', { status: 404 });
    await subscribeButton(served).press('Enter');
    await expect.poll(() => reportOf(served, 'Unable to load Botguard')).toBeDefined();
    // State 3: the script has not loaded from its address.
    expect(parameterOf(reportOf(served, 'Unable to load Botguard'), 'state')).toBe('3');
    expect(calls(served)).toEqual([]);
    await page.keyboard.press('k');
    await waitForState(page, 'playing');
    await pause(page);
    proxy.reply('/bot_detection.js', 'pass');
    await call(served);
  });

  test('a page sends a subscription with the common headers, its fields, a proof of its origin and a response of the bot detection [N1, N2, N6, B1, C5]', async ({
    served,
  }) => {
    const sent = await call(served);
    const client = {
      name: 'x-youtube-client-name',
      version: 'x-youtube-client-version',
      loggedIn: 'x-youtube-bootstrap-logged-in',
    };
    expect(sent?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-goog-visitor-id': expect.any(String) as unknown,
      'x-youtube-time-zone': expect.any(String) as unknown,
      'x-youtube-utc-offset': expect.stringMatching(/^-?\d+$/) as unknown,
      [client.name]: '56',
      [client.version]: expect.any(String) as unknown,
      [client.loggedIn]: 'false',
    });
    expect(JSON.parse(sent?.body ?? '{}')).toEqual({
      context: {
        client: expect.objectContaining({
          clientName: 'WEB_EMBEDDED_PLAYER',
          screenWidthPoints: WIDE.width,
        }) as unknown,
        user: { lockedSafetyMode: true, enableSafetyMode: true, consent: 'functional' },
        request: expect.objectContaining({ useSsl: false, internalExperimentFlags: [] }) as unknown,
        clickTracking: { clickTrackingParams: expect.any(String) as unknown },
        adSignalsInfo: { params: [expect.objectContaining({ key: 'ad_status' })] },
        clientScreenNonce: expect.stringMatching(/^[\w-]{16}$/) as unknown,
      },
      sessionToken: expect.any(String) as unknown,
      botguardResponse: expect.any(String) as unknown,
      channelIds: [expect.any(String) as unknown],
      siloName: 'embed',
      clientFeature: 'embedded-player',
      params: expect.any(String) as unknown,
    });
  });

  test('a page removes the guard prefix of a response, also without its line feed [N17]', async ({ served }) => {
    const texts: string[] = [];
    replyCalls(served, {
      change(text) {
        texts.push(text);
        return text.replace(/^\)\]\}'\n/, ")]}'");
      },
    });
    await call(served);
    replyCalls(served, 'pass');
    await call(served);
    expect(texts.map((text) => text.slice(0, 6))).toEqual([")]}'\n{"]);
  });

  test('a page sends consistency tokens until they expire, across a restart of its worker and a reload, and a location token with all later calls [N18]', async ({
    served,
  }) => {
    const { page } = served;
    await served.settle();
    replyCalls(served, {
      change: (text) => text.replace('"visitorData"', '"locationPlayabilityToken":"place","visitorData"'),
    });
    await call(served);
    replyCalls(served, 'pass');
    const later = await call(served);
    expect(jarsOf(later)).toEqual(A_JAR);
    expect(contextOf(later).client.locationInfo).toMatchObject({ locationPlayabilityToken: 'place' });
    const cookies = await page.context().cookies();
    const kept = cookies.find(({ name }) => name === COOKIE_NAMES.locationToken);
    expect(kept?.value).toBe('place');
    const leftSeconds = (kept?.expires ?? 0) - Date.now() / 1_000;
    expect(Math.abs(leftSeconds - LOCATION_TOKEN_LIFETIME_SECONDS)).toBeLessThan(3_600);

    // Responses of the provider contain a token jar; these replies do not.
    for (const path of ['/log_event', '/video_stats']) served.proxy.reply(path, ACCEPTED);
    await served.advance(601_000);
    expect(jarsOf(await call(served))).toEqual([]);
    await served.replaceWorker();
    expect(jarsOf(await call(served))).toEqual(A_JAR);
    await page.reload();
    await openControls(served);
    const first = await call(served);
    expect(jarsOf(first)).toEqual(A_JAR);
    expect(contextOf(first).client.locationInfo).toMatchObject({ locationPlayabilityToken: 'place' });
  });

  test('a page reports a failed call with a fixed message for its kind of failure [N22, E1]', async ({ served }) => {
    replyCalls(served, { body: '<html>' });
    await call(served, false);
    await expect.poll(() => reportOf(served, 'JSON parsing failed after fetch')).toBeDefined();
    replyCalls(served, { status: 503 });
    await call(served, false);
    await expect.poll(() => reportOf(served, 'Error: API fetch failed')).toBeDefined();
    const failed = reportOf(served, 'Error: API fetch failed');
    expect(parameterOf(failed, 'code')).toBe('net.badstatus');
    expect(parameterOf(failed, 'cause')).toBe('Request failed, status=503');
    // The network works but the call fails, so the page reports that something blocks the call.
    replyCalls(served, 'reset');
    await call(served, false);
    await expect.poll(() => reportOf(served, 'An extension is blocking network request')).toBeDefined();
    replyCalls(served, 'pass');
  });

  test('a page without a bot-detection program makes no call, and plays [B2, E1]', async ({ served }) => {
    const { page, proxy } = served;
    proxy.reply('/youtubei/v1/player', { change: (text) => text.replace(/"program":"[^"]*"/, '"program":""') });
    await page.keyboard.press('Shift+N');
    await waitForState(page, 'playing');
    await pause(page);
    const before = calls(served).length;
    await subscribeButton(served).press('Enter');
    const message = 'Cannot initialize botguard without program';
    await expect.poll(() => reportOf(served, message)).toBeDefined();
    expect(parameterOf(reportOf(served, message), 'state')).not.toBeNull();
    expect(calls(served)).toHaveLength(before);
  });

  test('a page without a context sends neither the subscription of an unknown viewer nor the call for a video [E1, B8]', async ({
    lab,
  }) => {
    lab.proxy.reply('/embed/orieldemo01', { change: (text) => text.replace(/"context":\{"client":\{[^}]*\}\},/, '') });
    const served = await lab.open({ query: 'consent=functional&mute=1&playlist=orielmp4001', viewport: WIDE });
    const { page, proxy } = served;
    await openControls(served);
    const before = [calls(served).length, proxy.to('/youtubei/v1/player').length];
    await subscribeButton(served).press('Enter');
    await page.getByText('That didn’t work').waitFor();
    await expect.poll(() => reportOf(served, 'Missing VISITOR_DATA')).toBeDefined();
    await page.keyboard.press('Shift+N');
    const failures = () =>
      proxy
        .to('/log_event')
        .flatMap(eventsOf)
        .filter(({ name }) => name === 'playbackFailed')
        .map(({ payload }) => payload['message']);
    await expect.poll(failures).toContain('Error: No InnerTubeContext shell provided in ytconfig.');
    expect([calls(served).length, proxy.to('/youtubei/v1/player').length]).toEqual(before);
  });
});
