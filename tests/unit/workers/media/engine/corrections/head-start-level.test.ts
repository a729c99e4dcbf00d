import { Events } from 'hls.js';
import { expect, test } from 'vitest';
import { segment } from '../../../../../support/fake-hls.ts';
import { createPlayingEngine } from '../support.ts';

/** The head start has appended this much from the beginning. */
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

test('a seek into the segments of the head start names their quality, and the way out of them that of what follows', async () => {
  const { media, hls, quality } = await playAfterHeadStart();
  expect(quality()).toBe('hd720');
  media.seek(1);
  expect(quality()).toBe('small');
  // The library does not say that the level has changed: it is the one that it knew before.
  hls().say(Events.FRAG_CHANGED, { frag: segment(2, { level: 2 }), previousFrag: null });
  expect(quality()).toBe('hd720');
});

test('a seek beyond the head start leaves the quality to the library', async () => {
  const { media, quality } = await playAfterHeadStart();
  media.seek(HEAD_START_SECONDS);
  expect(quality()).toBe('hd720');
});

test('segments of the head start that the library has replaced are left to it', async () => {
  const { media, hls, quality } = await playAfterHeadStart();
  hls().say(Events.FRAG_BUFFERED, { frag: segment(1, { level: 2 }) });
  media.seek(3);
  expect(quality()).toBe('hd720');
  media.seek(1);
  expect(quality()).toBe('small');
});

test('segments whose source closes while the engine opens are left to the library', async () => {
  const closing = {
    get buffered(): never {
      throw new DOMException('Worker MediaSource attachment is closing', 'InvalidStateError');
    },
  };
  const { media, quality } = await playAfterHeadStart(closing);
  media.seek(1);
  expect(quality()).toBe('hd720');
});
