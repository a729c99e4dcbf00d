import { expect, test, vi } from 'vitest';
import { PendingCalls } from '../../../src/host/client/pending-calls.ts';
import { OrielError } from '../../../src/host/client/oriel-error.ts';
import { makeStateStream } from '../../../src/host/client/state-stream.ts';
import { videoCommand } from '../../../src/host/client/video-source.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

test('a command is settled by the outcome with its call id, in any order', async () => {
  const calls = new PendingCalls(createFakeClock(), 1_000);
  const sent: number[] = [];
  const first = calls.start('mute', (id) => sent.push(id) > 0);
  const second = calls.start('seekTo', (id) => sent.push(id) > 0);
  calls.finish({ callId: sent[1], ok: false, code: 'api.invalidparam', message: 'not a number' });
  calls.finish({ callId: sent[0], ok: true });
  await expect(first).resolves.toBeUndefined();
  await expect(second).rejects.toMatchObject({ name: 'OrielError', code: 'refused', message: 'seekTo: not a number' });
});

test('the error of a failed command has code, host code, reason and range, and malformed fields are left out', async () => {
  const calls = new PendingCalls(createFakeClock(), 1_000, (name) => (name === 'seekTo' ? [0, 28] : undefined));
  const start = (name: string): [Promise<void>, number] => {
    let id = 0;
    const call = calls.start(name, (callId) => (id = callId) > 0);
    return [call, id];
  };
  const [refused, refusedId] = start('seekTo');
  calls.finish({
    callId: refusedId,
    ok: false,
    code: 'api.invalidparam',
    message: 'no number',
    hostCode: 2,
    fatal: false,
  });
  await expect(refused).rejects.toMatchObject({
    code: 'refused',
    reason: 'api.invalidparam',
    hostCode: 2,
    range: [0, 28],
    fatal: false,
  });
  const [failed, failedId] = start('loadVideoById');
  calls.finish({ callId: failedId, ok: false, code: 'video.notfound', message: 'gone', hostCode: 100, fatal: true });
  await expect(failed).rejects.toMatchObject({
    code: 'playback',
    reason: 'video.notfound',
    hostCode: 100,
    fatal: true,
  });
  const [replaced, replacedId] = start('seekTo');
  calls.finish({ callId: replacedId, ok: false, code: 'command.replaced', message: 'later' });
  await expect(replaced).rejects.toMatchObject({ code: 'replaced', range: undefined, fatal: false });
  const [strange, strangeId] = start('mute');
  calls.finish({ callId: strangeId, ok: false, code: 7, message: {}, hostCode: 'x', fatal: 'yes' });
  await expect(strange).rejects.toMatchObject({
    code: 'refused',
    reason: undefined,
    hostCode: undefined,
    fatal: false,
  });
});

test('a command without an outcome rejects after the timeout, and no timer remains after a timeout or an outcome', async () => {
  const clock = createFakeClock();
  const calls = new PendingCalls(clock, 1_000);
  const lost = calls.start('mute', () => true);
  const settled = vi.fn();
  lost.catch(settled);
  await clock.advance(999);
  expect(settled).not.toHaveBeenCalled();
  await clock.advance(1);
  await expect(lost).rejects.toMatchObject({ code: 'timeout' });
  let id = 0;
  const done = calls.start('mute', (callId) => (id = callId) > 0);
  calls.finish({ callId: id, ok: true });
  await done;
  expect(clock.pendingCount()).toBe(0);
});

test('unknown call ids and malformed outcomes are ignored', () => {
  const calls = new PendingCalls(createFakeClock(), 1_000);
  for (const result of [null, undefined, 7, {}, { callId: 'x' }, { callId: 99, ok: true }]) calls.finish(result);
});

test('all pending calls reject when the player is destroyed', async () => {
  const clock = createFakeClock();
  const calls = new PendingCalls(clock, 1_000);
  const pending = [calls.start('mute', () => true), calls.start('stopVideo', () => true)];
  calls.rejectAll(new OrielError('destroyed', 'gone'));
  for (const call of pending) await expect(call).rejects.toMatchObject({ code: 'destroyed' });
  expect(clock.pendingCount()).toBe(0);
});

test('a state stream queues states in order and ends once', async () => {
  const onEnd = vi.fn();
  const { stream, push, end } = makeStateStream('cued', onEnd);
  push('buffering');
  push('playing');
  const seen: string[] = [];
  for (let taken = 0; taken < 3; taken += 1) seen.push((await stream.next()).value ?? '');
  const waiting = stream.next();
  push('paused');
  expect((await waiting).value).toBe('paused');
  const last = stream.next();
  end();
  end();
  expect(await last).toEqual({ done: true, value: undefined });
  expect(seen).toEqual(['cued', 'buffering', 'playing']);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('leaving a loop over the state stream ends the stream', async () => {
  const onEnd = vi.fn();
  for await (const state of makeStateStream('cued', onEnd).stream) if (state === 'cued') break;
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('a source to load or cue becomes the matching command [C2]', () => {
  const timing = { startSeconds: 3, endSeconds: undefined, suggestedQuality: undefined };
  expect(videoCommand('load', 'orieldemo01')).toEqual(['loadVideoById', [{ videoId: 'orieldemo01' }]]);
  expect(videoCommand('cue', { videoId: 'orieldemo01', startSeconds: 3 })).toEqual([
    'cueVideoById',
    [{ videoId: 'orieldemo01', ...timing }],
  ]);
  expect(videoCommand('load', { url: '/v/orieldemo01', startSeconds: 3 })).toEqual([
    'loadVideoByUrl',
    [{ mediaContentUrl: '/v/orieldemo01', ...timing }],
  ]);
  expect(videoCommand('cue', { playlist: ['a', 'b'], index: 1, startSeconds: 3 })).toEqual([
    'cuePlaylist',
    [{ list: ['a', 'b'], index: 1, ...timing }],
  ]);
});
