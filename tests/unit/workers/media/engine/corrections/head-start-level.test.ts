import { Events } from 'hls.js';
import { expect, test } from 'vitest';
import { segment } from '../../../../../support/fake-hls.ts';
import { createPlayingEngine } from '../support.ts';

/** Seconds from the beginning that the head start has appended. */
const HEAD_START_SECONDS = 4;

async function playAfterHeadStart(
  buffer: object = { buffered: { length: 1, start: () => 0, end: () => HEAD_START_SECONDS } },
) {
  const harness = await createPlayingEngine({
    startedStream: {
      mediaSource: { addSourceBuffer: () => undefined } as unknown as MediaSource,
      buffers: new Map([['video', { buffer: buffer as SourceBuffer, mimeType: 'video/mp4' }]]),
      ...{ kept: new Map(), bandwidthEstimate: 0, loadedBytes: 0 },
    },
    openMediaSource: () => ({}) as MediaSource,
  });
  const { hls, states } = harness;
  hls().say(Events.LEVEL_SWITCHED, { level: 2 });
  return { ...harness, quality: () => states.at(-1)?.quality };
}

test('a seek into segments of the head start emits their quality, and playback past them the quality of the next segment', async () => {
  const { media, hls, quality } = await playAfterHeadStart();
  expect(quality()).toBe('hd720');
  media.seek(1);
  expect(quality()).toBe('small');
  // hls.js emits no change of level here, since its own level is unchanged.
  hls().say(Events.FRAG_CHANGED, { frag: segment(2, { level: 2 }), previousFrag: null });
  expect(quality()).toBe('hd720');
});

test('a seek beyond the segments of the head start does not change the emitted quality', async () => {
  const { media, quality } = await playAfterHeadStart();
  media.seek(HEAD_START_SECONDS);
  expect(quality()).toBe('hd720');
});

test('a seek into segments that hls.js has loaded over the head start does not change the emitted quality', async () => {
  const { media, hls, quality } = await playAfterHeadStart();
  hls().say(Events.FRAG_BUFFERED, { frag: segment(1, { level: 2 }) });
  media.seek(3);
  expect(quality()).toBe('hd720');
  media.seek(1);
  expect(quality()).toBe('small');
});

test('a head start whose source is closing does not change the emitted quality', async () => {
  const closing = {
    get buffered(): never {
      throw new DOMException('Worker MediaSource attachment is closing', 'InvalidStateError');
    },
  };
  const { media, quality } = await playAfterHeadStart(closing);
  media.seek(1);
  expect(quality()).toBe('hd720');
});
