import { ErrorTypes, Events } from 'hls.js';
import type Hls from 'hls.js';
import { expect, test } from 'vitest';
import { KEY_TIMEOUT_MS, watchKeys } from '../../../../../../workers/media/engine/protection/key-watch.ts';
import type { HlsMedia } from '../../../../../../workers/media/engine/hls-library.ts';
import { createFakeClock } from '../../../../../support/fake-clock.ts';

function subject() {
  const clock = createFakeClock();
  const listeners = new Map<string, (name: string, data: object) => void>();
  const media = Object.assign(new EventTarget(), { readyState: 1 });
  const failures: string[] = [];
  const ending = new AbortController();
  const hls = {
    on: (name: string, listener: (name: string, data: object) => void) => void listeners.set(name, listener),
  };
  watchKeys(
    {
      hls: hls as unknown as Pick<Hls, 'on'>,
      media: media as unknown as HlsMedia,
      clock,
      onFailed: (code) => void failures.push(code),
    },
    ending.signal,
  );
  return {
    ...{ clock, media, failures, ending },
    emit: (name: Events, data: object = {}) => listeners.get(name)?.(name, data),
    happen: (type: string) => media.dispatchEvent(new Event(type)),
  };
}

test.each(['suspend', 'playing'])(
  'a key system that never responds fails with net.timeout, also after the element event %s',
  async (type) => {
    const { clock, emit, happen, failures } = subject();
    emit(Events.KEY_LOADING);
    emit(Events.KEY_LOADING);
    happen(type);
    await clock.advance(KEY_TIMEOUT_MS - 1);
    expect(failures).toEqual([]);
    await clock.advance(1);
    expect(failures).toEqual(['net.timeout']);
  },
);

test('a loaded key ends the wait for the key system', async () => {
  const { clock, emit, failures } = subject();
  emit(Events.KEY_LOADING);
  emit(Events.KEY_LOADED);
  await clock.advance(KEY_TIMEOUT_MS);
  expect(failures).toEqual([]);
  expect(clock.pendingCount()).toBe(0);
});

test.for([
  [true, []],
  [false, ['net.timeout']],
] as const)('after a key-system error (fatal: %s) the failures of the wait are %j', async ([fatal, expected]) => {
  const { clock, emit, failures } = subject();
  emit(Events.KEY_LOADING);
  emit(Events.ERROR, { type: ErrorTypes.KEY_SYSTEM_ERROR, fatal });
  await clock.advance(KEY_TIMEOUT_MS);
  expect(failures).toEqual(expected);
});

test.each<[string, expected: string[], happening: string[], readyState?: number]>([
  ['the element waits for a key that the licenses lack', ['drm.auth'], ['waitingforkey']],
  ['the element has waited for a key and can play', [], ['waitingforkey', 'canplay']],
  ['the element has waited for a key and plays', [], ['waitingforkey', 'playing']],
  ['the element can play the next seconds while it waits for the key of later seconds', [], ['waitingforkey'], 4],
])('if %s, the failures are %j', async (_, expected, happening, readyState = 1) => {
  const { clock, media, happen, failures } = subject();
  media.readyState = readyState;
  for (const type of happening) happen(type);
  await clock.advance(KEY_TIMEOUT_MS);
  expect(failures).toEqual(expected);
});

test('closing the stream ends the wait for a key', () => {
  const { clock, emit, ending } = subject();
  emit(Events.KEY_LOADING);
  ending.abort();
  expect(clock.pendingCount()).toBe(0);
});
