import { Events } from 'hls.js';
import { expect, test } from 'vitest';
import { segment } from '../../../../../support/fake-hls.ts';
import { createPlayingEngine } from '../support.ts';

/** Parses a segment with sound and then a segment with only pictures, and returns the additional appends. */
async function playSlate(codec = 'mp4a.40.2', parent = 'main'): Promise<string[]> {
  const { hls } = await createPlayingEngine();
  const [program, slate] = [segment(0), segment(1)];
  const appending = { chunkMeta: {}, part: null, data: new Uint8Array() };
  hls().say(Events.BUFFER_CODECS, { audio: { codec }, video: { codec: 'avc1.42c00b' } });
  hls().say(Events.BUFFER_APPENDING, { ...appending, type: 'audio', frag: program, parent });
  hls().say(Events.BUFFER_CODECS, { video: { codec: 'avc1.42c00b' } });
  hls().say(Events.BUFFER_APPENDING, { ...appending, type: 'video', frag: slate, parent: 'main' });
  const elementaryStreams = { video: {}, audio: null, audiovideo: null };
  hls().say(Events.FRAG_PARSED, { frag: Object.assign(slate, { elementaryStreams }), part: null });
  return hls().calls;
}

test('silence is appended for a segment with only pictures in a stream whose other segments have sound', async () => {
  expect(await playSlate()).toEqual([`${Events.BUFFER_APPENDING} audio`]);
});

test.for([
  ['in a separate playlist', 'mp4a.40.2', 'audio'],
  ['of another codec', 'ac-3', 'main'],
] as const)('no silence is appended for sound %s', async ([, codec, parent]) => {
  expect(await playSlate(codec, parent)).toEqual([]);
});
