import { expect, test } from 'vitest';
import { HOST_MESSAGE_MAX_CHARACTERS } from '../../../../protocol/constants.ts';
import { HOST_ORIGIN, spendBurst, startBridge } from '../../../support/bridge-harness.ts';
import { MESSAGES_PER_SECOND_MAX } from '../../../../src/page/bridge/trust/message-gate.ts';
import { IGNORED_REPORT_INTERVAL_MS } from '../../../../src/page/bridge/trust/ignored-messages.ts';

const play = { event: 'command', func: 'playVideo', args: [], id: 1, channel: 'widget' };

/** Waits for the report of ignored messages, and returns its counts by reason. */
async function counts(harness: ReturnType<typeof startBridge>): Promise<unknown> {
  await harness.clock.advance(IGNORED_REPORT_INTERVAL_MS);
  return harness.infrastructure.payloadsOf('hostMessagesIgnored')[0];
}

test('a JSON string from the parent at the expected origin is accepted [H2]', () => {
  const harness = startBridge();
  harness.send(play);
  expect(harness.player.executed).toMatchObject([{ command: { name: 'playVideo' }, by: 'host' }]);
});

test.each<[string, unknown, object, string]>([
  ['another origin', play, { origin: 'https://host.example.evil.example' }, 'wrong-origin'],
  ['the same host on another port', play, { origin: 'https://host.example:8443' }, 'wrong-origin'],
  ['the same host without encryption', play, { origin: 'http://host.example' }, 'wrong-origin'],
  ['another window', play, { source: {} }, 'not-from-parent'],
  ['no window', play, { source: null }, 'not-from-parent'],
  ['an object instead of text', 0, { data: play }, 'not-text'],
  ['text that is no JSON', '{"event":', {}, 'not-json'],
  ['JSON of another shape', { event: 'shout' }, {}, 'invalid'],
  ['a message past the size limit', 'x'.repeat(HOST_MESSAGE_MAX_CHARACTERS + 1), {}, 'too-long'],
])('a message from or with %s is ignored, not replied to and counted [H2, P7]', async (_, message, event, reason) => {
  const harness = startBridge();
  harness.forget();
  harness.send(message, event);
  harness.send(message, event);
  expect(harness.player.executed).toEqual([]);
  expect(harness.posted).toEqual([]);
  expect(await counts(harness)).toEqual({ counts: { [reason]: 2 } });
  expect(harness.warnings).toHaveLength(reason === 'wrong-origin' ? 1 : 0);
});

test.each([
  ['above the parent', 'grandparent'],
  ['that opened the parent', 'opener'],
])('the page %s controls the player if it has the expected origin, and gets the responses [H2, H7]', (_, place) => {
  const posted: string[] = [];
  const source = { postMessage: (message: string) => void posted.push(message) };
  const harness = startBridge({ [place]: source });
  harness.send(play, { source, origin: 'https://elsewhere.example' });
  expect(harness.player.executed).toEqual([]);
  harness.send({ event: 'listening', id: 1, channel: 'widget' }, { source });
  harness.send(play, { source });
  expect(harness.player.executed).toHaveLength(1);
  expect(posted[0]).toContain('initialDelivery');
  expect(harness.posted).toEqual([]);
});

test('while the origin of the host is unknown, a message of the page that opened the parent does not pin the origin [H2]', () => {
  const opener = { postMessage: () => undefined };
  const harness = startBridge({ opener, ancestorOrigin: null });
  harness.send(play, { source: opener, origin: 'https://elsewhere.example' });
  harness.send(play);
  expect(harness.player.executed).toHaveLength(1);
});

test('the parent and the page above it may both listen with the same id', () => {
  const posted: string[] = [];
  const top = { postMessage: (message: string) => void posted.push(message) };
  const harness = startBridge({ grandparent: top });
  harness.listen();
  harness.send({ event: 'listening', id: 1, channel: 'widget' }, { source: top });
  expect([harness.infos('onReady').length, posted.filter((message) => message.includes('"onReady"')).length]).toEqual([
    1, 1,
  ]);
});

test('a host with an id gets the event “unloading” when the page unloads, unless the page may come back from the cache', () => {
  const harness = startBridge();
  harness.listen();
  harness.send({ event: 'listening' });
  harness.forget();
  harness.hidePage(true);
  expect(harness.posted).toEqual([]);
  harness.hidePage(false);
  expect(harness.posted).toMatchObject([{ event: 'unloading', id: 1, targetOrigin: HOST_ORIGIN }]);
});

test('messages beyond the rate are dropped, and the rate recovers [H2]', async () => {
  const harness = startBridge();
  spendBurst(harness);
  for (let sent = 0; sent < MESSAGES_PER_SECOND_MAX + 50; sent += 1) harness.send(play);
  expect(harness.player.executed).toHaveLength(MESSAGES_PER_SECOND_MAX);
  await harness.clock.advance(1_000);
  harness.send(play);
  expect(harness.player.executed).toHaveLength(MESSAGES_PER_SECOND_MAX + 1);
  expect(await counts(harness)).toEqual({ counts: { 'too-many': 50 } });
});

test('counts of ignored messages are reported in one event an interval [H2]', async () => {
  const harness = startBridge();
  harness.send('{', {});
  await harness.clock.advance(IGNORED_REPORT_INTERVAL_MS);
  await harness.clock.advance(IGNORED_REPORT_INTERVAL_MS);
  harness.send('{', {});
  await harness.clock.advance(IGNORED_REPORT_INTERVAL_MS);
  expect(harness.infrastructure.payloadsOf('hostMessagesIgnored')).toHaveLength(2);
});

test('counts of ignored messages are reported once, when the page unloads before the interval is over [H2]', async () => {
  const harness = startBridge();
  harness.send('{', {});
  harness.hidePage(false);
  expect(harness.infrastructure.payloadsOf('hostMessagesIgnored')).toEqual([{ counts: { 'not-json': 1 } }]);
  await harness.clock.advance(IGNORED_REPORT_INTERVAL_MS);
  expect(harness.infrastructure.payloadsOf('hostMessagesIgnored')).toHaveLength(1);
});

test('the origin parameter decides which origin is accepted, and a wrong one is named in the console once [H2]', () => {
  const harness = startBridge({ parameters: { origin: 'https://other.example' } });
  harness.listen();
  harness.send(play);
  expect(harness.player.executed).toEqual([]);
  expect(harness.posted).toEqual([]);
  expect(harness.warnings).toEqual([
    `Oriel: messages from ${HOST_ORIGIN} are ignored: this player listens to https://other.example only. ` +
      'Set the origin parameter of the embed address to the origin of the page.',
  ]);
});

test('an origin parameter with a path or a closing slash means its origin [H2]', () => {
  const harness = startBridge({ parameters: { origin: `${HOST_ORIGIN}/` } });
  harness.send(play);
  expect(harness.player.executed).toHaveLength(1);
});

test('where the browser does not name the parent, its first message pins the origin [H2, H7]', () => {
  const harness = startBridge({ ancestorOrigin: null });
  expect(harness.posted).toEqual([]);
  harness.listen();
  harness.send(play, { origin: 'https://later.example' });
  expect(harness.player.executed).toEqual([]);
  expect(new Set(harness.posted.map(({ targetOrigin }) => targetOrigin))).toEqual(new Set([HOST_ORIGIN]));
});

test('a page that is not framed does not listen to itself [H2]', () => {
  const harness = startBridge({ isFramed: false });
  harness.listen();
  harness.send(play);
  harness.send(play, { source: null });
  expect([harness.player.executed, harness.posted]).toEqual([[], []]);
});

test('everything is posted to the pinned origin, never to "*" [H7]', async () => {
  const harness = startBridge();
  harness.listen();
  harness.subscribe('onStateChange', 'onVolumeChange');
  harness.player.goTo(1, { position: { seconds: 0, atMs: 0, rate: 1 } });
  harness.command('seekTo', ['nowhere']);
  await harness.clock.advance(1_000);
  expect(harness.posted.length).toBeGreaterThan(6);
  expect(new Set(harness.posted.map(({ targetOrigin }) => targetOrigin))).toEqual(new Set([HOST_ORIGIN]));
});

test.each([
  ['file://', 'null'],
  ['null', 'null'],
  ['file://', 'file://'],
])('a page without an origin gets responses sent to *: ancestor %s, origin %s [H7]', (ancestorOrigin, origin) => {
  const harness = startBridge({ ancestorOrigin });
  harness.send({ event: 'listening' }, { origin });
  expect(new Set(harness.posted.map(({ targetOrigin }) => targetOrigin))).toEqual(new Set(['*']));
  expect(harness.infos('initialDelivery')).toHaveLength(1);
});

test('the origin of an app is compared and posted to unchanged [H2, H7]', () => {
  const origin = 'capacitor://localhost';
  const harness = startBridge({ ancestorOrigin: origin, parameters: { origin } });
  harness.send({ event: 'listening' }, { origin });
  expect(new Set(harness.posted.map(({ targetOrigin }) => targetOrigin))).toEqual(new Set([origin]));
});

test('without enablejsapi=1 nothing is executed or sent, and the console names the reason once', () => {
  const harness = startBridge({ parameters: { enablejsapi: false } });
  harness.listen();
  harness.send(play);
  expect(harness.player.executed).toEqual([]);
  expect(harness.posted).toEqual([]);
  expect(harness.warnings).toHaveLength(1);
  expect(harness.warnings[0]).toContain('enablejsapi=1');
});

test.each<[string, object, boolean]>([
  ['session and channel that match', { sessionId: 's1', channel: 'widget' }, true],
  ['the session as its id', { id: 's1', channel: 'widget' }, true],
  ['another session', { sessionId: 's2', channel: 'widget' }, false],
  ['no session', { channel: 'widget' }, false],
  ['another channel', { sessionId: 's1', channel: 'other' }, false],
  ['no channel', { sessionId: 's1' }, false],
])('enforcement requires the right session and channel of a message with %s [H3]', async (_, address, isTaken) => {
  const harness = startBridge({ session: { enforce: true, id: 's1' } });
  harness.forget();
  harness.send({ event: 'command', func: 'playVideo', ...address });
  expect(harness.player.executed).toHaveLength(isTaken ? 1 : 0);
  expect(harness.posted).toEqual([]);
  expect(await counts(harness)).toEqual(isTaken ? undefined : { counts: { 'wrong-session': 1 } });
});

test('without a configured session id, enforcement requires the widget number of the address as the id [H3]', () => {
  const harness = startBridge({ session: { enforce: true, id: '' }, parameters: { widgetid: '7' } });
  harness.send({ ...play, id: 6 });
  expect(harness.player.executed).toEqual([]);
  harness.send({ ...play, id: 7 });
  expect(harness.player.executed).toHaveLength(1);
});

test('without enforcement a message needs neither session nor channel [H3]', () => {
  const harness = startBridge({ session: { enforce: false, id: 's1' } });
  harness.send({ event: 'command', func: 'playVideo' });
  expect(harness.player.executed).toHaveLength(1);
});
