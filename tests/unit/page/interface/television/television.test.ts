import { expect, test } from 'vitest';
import { Television } from '../../../../../src/page/interface/television/television.ts';
import { STATE_TIMEOUT_MS } from '../../../../../src/page/interface/television/television-table.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { FakeReceivers } from '../../../../support/fake-receivers.ts';

/** A television button whose element plays an address or a stream of a MediaSource. */
function open(source: 'address' | 'stream' = 'stream') {
  const clock = createFakeClock();
  const receivers = new FakeReceivers();
  const calls: string[] = [];
  const media = Object.assign(new EventTarget(), {
    src: source === 'address' ? 'https://video.example/a.mp4' : '',
    readyState: 4,
    disableRemotePlayback: true,
  });
  const television = new Television({
    media,
    receivers,
    clock,
    useAddress: (isForReceiver, reopens) =>
      calls.push(`${isForReceiver ? 'address' : 'engine'}${reopens ? ', again' : ''}`),
    onFailed: () => calls.push('said'),
    reportError(error) {
      throw error;
    },
  });
  // The engine sets the address of the element, which then has metadata.
  const load = (): void => {
    Object.assign(media, { src: 'https://video.example/a.mp4', readyState: 1 });
    media.dispatchEvent(new Event('loadedmetadata'));
  };
  const state = () => television.get().state;
  return { television, receivers, media, clock, calls, load, state };
}

/** Opens, and connects to a receiver. */
async function openThere(...source: Parameters<typeof open>) {
  const opened = open(...source);
  opened.television.toggle();
  opened.load();
  opened.receivers.choose();
  await opened.clock.advance(0);
  opened.receivers.connect();
  opened.calls.splice(0);
  return opened;
}

test('a press replaces a stream by an address, then opens the list of receivers, and connects to the chosen receiver', async () => {
  const { television, receivers, media, clock, calls, load, state } = open();
  television.toggle();
  expect([state(), calls, receivers.prompts, media.disableRemotePlayback]).toEqual([
    'loading',
    ['address, again'],
    0,
    false,
  ]);
  load();
  expect([state(), receivers.prompts]).toEqual(['asking', 1]);
  receivers.choose();
  await clock.advance(0);
  expect(state()).toBe('connecting');
  receivers.connect();
  expect([state(), calls, clock.pendingCount()]).toEqual(['there', ['address, again'], 0]);
});

test('if the element already plays an address, a press opens the list of receivers at once', async () => {
  const { television, receivers, clock, calls } = open('address');
  television.toggle();
  expect([receivers.prompts, calls]).toEqual([1, ['address']]);
  receivers.refuse('NotAllowedError');
  await clock.advance(0);
  expect(calls).toEqual(['address', 'engine']);
});

test.each(['NotAllowedError', 'NotFoundError', 'NotSupportedError', 'InvalidAccessError'])(
  'the stream is opened again if the browser refuses the list of receivers with %s',
  async (name) => {
    const { television, receivers, clock, calls, load, state } = open();
    television.toggle();
    load();
    receivers.refuse(name);
    await clock.advance(0);
    expect([state(), calls, clock.pendingCount()]).toEqual(['here', ['address, again', 'engine, again'], 0]);
  },
);

test('a list of receivers that closes without a choice and without an error leads back to local playback', async () => {
  const { television, receivers, clock, load, state } = open();
  receivers.prompt = () => Promise.resolve();
  television.toggle();
  load();
  await clock.advance(0);
  expect(state()).toBe('here');
});

test('playback leaves a receiver that cannot load the address, and the viewer gets a notice', async () => {
  const { media, calls, state } = await openThere();
  media.dispatchEvent(new Event('error'));
  expect([state(), media.disableRemotePlayback, calls]).toEqual(['here', true, ['engine, again', 'said']]);
});

test.each(['loading', 'connecting'] as const)('the state %s ends at its timeout with a notice', async (waiting) => {
  const { television, receivers, clock, calls, load, state } = open();
  television.toggle();
  if (waiting === 'connecting') {
    load();
    receivers.choose();
    await clock.advance(0);
  }
  await clock.advance((STATE_TIMEOUT_MS[waiting] ?? 0) - 1);
  expect(state()).toBe(waiting);
  await clock.advance(1);
  expect([state(), calls]).toEqual(['here', ['address, again', 'engine, again', 'said']]);
});

test('a receiver that the browser connects and disconnects by itself is followed', () => {
  const { receivers, calls, state } = open('address');
  receivers.connect();
  expect([state(), calls]).toEqual(['there', ['address']]);
  receivers.disconnect();
  expect([state(), calls]).toEqual(['here', ['address', 'engine']]);
});
