import { expect, test, vi } from 'vitest';
import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { createFakePlayer } from '../../../support/fake-player.ts';
import { startBridge } from '../../../support/bridge-harness.ts';
import { ERROR_AFTER_READY_MS } from '../../../../src/page/bridge/deliveries/error-notices.ts';
import { IGNORED_REPORT_INTERVAL_MS } from '../../../../src/page/bridge/trust/ignored-messages.ts';
import { COMMAND_LOG_INTERVAL_MS } from '../../../../src/page/bridge/commands/command-executor.ts';

const names = (harness: ReturnType<typeof startBridge>) => harness.player.executed.map(({ command }) => command.name);

test('the ready queue checks the player every 50 ms and stops once the player is ready [P7]', async () => {
  const player = createFakePlayer();
  const check = vi.spyOn(player, 'getSnapshot');
  const harness = startBridge({ player });
  check.mockClear();
  await harness.clock.advance(49);
  expect(check).toHaveBeenCalledTimes(0);
  await harness.clock.advance(1);
  expect(check).toHaveBeenCalledTimes(1);
  await harness.clock.advance(100);
  expect(check).toHaveBeenCalledTimes(3);
  player.set({ ready: true });
  await harness.clock.advance(50);
  expect(harness.clock.pendingCount()).toBe(0);
});

test('the ready event of the player ends the polling interval early [P7]', () => {
  const player = createFakePlayer();
  const harness = startBridge({ player });
  harness.command('playVideo');
  player.becomeReady();
  expect(names(harness)).toEqual(['playVideo']);
});

test('a name that is not permitted is not executed, gets no response, and is counted [H4]', async () => {
  const harness = startBridge();
  harness.listen();
  harness.forget();
  for (const func of ['constructor', '__proto__', 'toString', 'eval', 'getSnapshot', 'execute']) harness.command(func);
  await harness.clock.advance(IGNORED_REPORT_INTERVAL_MS);
  expect(harness.player.executed).toEqual([]);
  expect(harness.posted).toEqual([]);
  expect(harness.infrastructure.payloadsOf('hostMessagesIgnored')).toContainEqual({ counts: { 'unknown-command': 6 } });
});

test('a read sent as a command is counted as an unknown command, and gets a refusal if it has a callId [H4]', async () => {
  const harness = startBridge();
  harness.listen();
  harness.forget();
  harness.command('getCurrentTime');
  expect(harness.posted).toEqual([]);
  harness.command('getCurrentTime', [], { callId: 1 });
  expect(harness.infos('commandResult')).toMatchObject([{ callId: 1, ok: false, code: 'api.invalidparam' }]);
  await harness.clock.advance(IGNORED_REPORT_INTERVAL_MS);
  expect(harness.player.executed).toEqual([]);
  expect(harness.infrastructure.payloadsOf('hostMessagesIgnored')).toContainEqual({ counts: { 'unknown-command': 2 } });
});

test('a command with a bad argument causes onError 2 and changes nothing [H4]', async () => {
  const harness = startBridge();
  harness.listen();
  await harness.clock.advance(ERROR_AFTER_READY_MS);
  harness.forget();
  harness.command('seekTo', ['soon']);
  harness.command('setPlaybackRate', [0]);
  harness.command('loadVideoById', [{ videoId: 'orieldemo01', startSeconds: -4 }]);
  expect(harness.player.executed).toEqual([]);
  expect(harness.posted.map(({ event, info }) => [event, info])).toEqual([
    ['onError', 2],
    ['onError', 2],
    ['onError', 2],
  ]);
});

test('a command that the player refuses causes onError with the number of the reason [H4, H5]', async () => {
  const harness = startBridge();
  harness.listen();
  await harness.clock.advance(ERROR_AFTER_READY_MS);
  harness.player.response = () => fail('api.invalidparam', 'no such thing');
  harness.command('loadVideoByUrl', ['https://elsewhere.example/watch']);
  harness.player.response = () => fail('drm.unavailable', 'no key system');
  harness.command('playVideo');
  harness.player.response = () => fail('worker.unavailable', 'no code that hosts know');
  harness.command('playVideo');
  expect(harness.infos('onError')).toEqual([2, 5, 2]);
});

test('a player that throws does not prevent the commands queued behind it [P7]', () => {
  const player = createFakePlayer();
  const harness = startBridge({ player });
  player.response = ({ name }) => {
    if (name === 'mute') throw new Error('a bug');
    return { ok: true, value: undefined };
  };
  harness.command('mute');
  harness.command('playVideo');
  player.becomeReady();
  expect(names(harness)).toEqual(['mute', 'playVideo']);
  expect(harness.reported).toHaveLength(1);
});

test.each([
  ['setPlaybackRate', 0, /^expected a number /],
  ['seekTo', null, /^a value does not fit$/],
] as const)(
  'the refusal of %s(%s) names only the reason, because the caller knows the command',
  (name, value, reason) => {
    const harness = startBridge();
    harness.listen();
    harness.command(name, [value], { callId: 1 });
    expect(harness.infos('commandResult')).toMatchObject([{ ok: false, message: expect.stringMatching(reason) }]);
  },
);

test('a command with a callId gets its outcome as a response; a command without a callId gets no response', async () => {
  const harness = startBridge();
  harness.listen();
  harness.forget();
  harness.command('playVideo', [], { callId: 1 });
  harness.command('seekTo', ['x'], { callId: 2 });
  harness.command('teleport', [], { callId: 3 });
  harness.command('addEventListener', ['onStateChange'], { callId: 4 });
  harness.command('pauseVideo');
  harness.player.response = () => {
    throw new Error('a bug');
  };
  harness.command('playVideo', [], { callId: 5 });
  const refused = { ok: false, code: 'api.invalidparam' };
  expect(harness.infos('commandResult')).toEqual([
    { callId: 1, ok: true },
    {
      callId: 2,
      ...refused,
      message: expect.stringMatching(/^(?!host command|seekTo|0:)./),
      hostCode: 2,
      fatal: false,
    },
    { callId: 3, ...refused, message: 'no such command: teleport' },
    { callId: 4, ok: true },
    { callId: 5, ok: false, code: 'player.internal', message: 'the player failed; the problem has been reported' },
  ]);
});

test('a refused command causes an error event only if it has no callId', async () => {
  const harness = startBridge();
  harness.listen();
  await harness.clock.advance(ERROR_AFTER_READY_MS);
  harness.command('setPlaybackRate', [99], { callId: 1 });
  expect(harness.infos('onError')).toEqual([]);
  expect(harness.infos('commandResult')).toMatchObject([{ callId: 1, ok: false, fatal: false, hostCode: 2 }]);
  harness.command('setPlaybackRate', [99]);
  expect(harness.infos('onError')).toEqual([2]);
});

test('the outcome of a command is sent when the player reports it, after the changes of the player so far', () => {
  const harness = startBridge();
  harness.listen();
  let settle: (outcome: Outcome<void>) => void = () => undefined;
  harness.player.settle = (onSettled) => (settle = onSettled);
  harness.command('seekTo', [15], { callId: 1 });
  expect(harness.infos('commandResult')).toEqual([]);
  harness.player.set({ position: { seconds: 15, atMs: harness.clock.monotonicNow(), rate: 0 } });
  harness.forget();
  settle(succeed(undefined));
  expect(harness.posted.map(({ event }) => event)).toEqual(['infoDelivery', 'commandResult']);
});

test('setConsent runs before the player is ready, and gets its response once the consent is in force', async () => {
  const harness = startBridge({ player: createFakePlayer({ ready: false }) });
  harness.listen();
  harness.command('setConsent', ['functional']);
  harness.command('setConsent', ['none'], { callId: 1 });
  harness.command('setConsent', ['measured'], { callId: 2 });
  expect(harness.infrastructure.consents).toEqual(['functional', 'measured']);
  await harness.clock.advance(0);
  expect(harness.infos('commandResult')).toContainEqual({ callId: 2, ok: true });
  harness.player.becomeReady();
  expect(harness.infos('commandResult')).toContainEqual(
    expect.objectContaining({ callId: 1, ok: false, code: 'api.invalidparam' }),
  );
  expect(harness.player.executed).toEqual([]);
});

test('the response to a failed command is fatal if playback has ended', () => {
  const harness = startBridge();
  harness.listen();
  const ends: ((outcome: Outcome<void>) => void)[] = [];
  harness.player.settle = (onSettled) => ends.push(onSettled);
  harness.command('loadVideoById', ['orieldemo01'], { callId: 1 });
  harness.command('seekTo', [3], { callId: 2 });
  harness.player.set({ error: { code: 'video.notfound', title: '', advice: '', retryable: false } });
  ends[0]?.(fail('video.notfound', 'no such video'));
  ends[1]?.(fail('command.replaced', 'a later command replaced it'));
  expect(harness.infos('commandResult')).toEqual([
    { callId: 1, ok: false, code: 'video.notfound', message: 'no such video', hostCode: 100, fatal: true },
    { callId: 2, ok: false, code: 'command.replaced', message: 'a later command replaced it' },
  ]);
});

test('commands of a host that has not greeted run, and nothing is posted to this host [H6]', async () => {
  const player = createFakePlayer();
  const harness = startBridge({ player });
  harness.listen(2);
  harness.command('playVideo', [], { callId: 1 });
  harness.command('seekTo', ['x']);
  player.becomeReady();
  player.goTo(1);
  await harness.clock.advance(1_000);
  expect(names(harness)).toEqual(['playVideo']);
  expect(harness.posted.filter(({ id }) => id === 1)).toEqual([]);
});

test('a player that is ready at the start is not polled [P7]', () => {
  expect(startBridge().clock.pendingCount()).toBe(0);
});

test('commands of one name, as of a slider, are logged once a second', async () => {
  const harness = startBridge();
  await harness.clock.advance(50);
  for (let volume = 0; volume < 50; volume += 1) harness.command('setVolume', [volume]);
  await harness.clock.advance(COMMAND_LOG_INTERVAL_MS);
  harness.command('setVolume', [50]);
  expect(harness.infrastructure.logged).toEqual([
    { name: 'hostCommand', payload: { name: 'setVolume' } },
    { name: 'hostCommand', payload: { name: 'setVolume' } },
  ]);
});
