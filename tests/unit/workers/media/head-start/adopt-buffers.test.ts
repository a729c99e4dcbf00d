import { expect, test } from 'vitest';
import { adoptBuffers } from '../../../../../workers/media/head-start/adopt-buffers.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { FakeMediaSource, FakeSourceBuffer } from '../../../../support/fake-media-source.ts';

function setUp() {
  const clock = createFakeClock();
  const mediaSource = new FakeMediaSource(clock);
  const video = new FakeSourceBuffer(clock);
  const audio = new FakeSourceBuffer(clock);
  adoptBuffers({
    mediaSource: mediaSource as never,
    buffers: new Map([
      ['video', { buffer: video as never, mimeType: 'video/mp4; codecs="avc1.42C015"' }],
      ['audio', { buffer: audio as never, mimeType: 'audio/mp4; codecs="mp4a.40.2"' }],
    ]),
    kept: new Map(),
    bandwidthEstimate: 0,
    loadedBytes: 0,
  });
  return { mediaSource, video, audio };
}

test('addSourceBuffer returns each existing buffer of its kind once, and then creates new buffers', () => {
  const { mediaSource, video, audio } = setUp();
  expect(mediaSource.addSourceBuffer('audio/mp4;codecs="mp4a.40.2"')).toBe(audio);
  expect(mediaSource.addSourceBuffer('video/mp4;codecs="avc1.42c015"')).toBe(video);
  expect(mediaSource.addedTypes).toEqual([]);
  expect(mediaSource.addSourceBuffer('video/mp4')).not.toBe(video);
  expect(mediaSource.addedTypes).toEqual(['video/mp4']);
});

test('an adopted buffer changes its type if the codecs differ in more than letter case', () => {
  const { mediaSource, video, audio } = setUp();
  mediaSource.addSourceBuffer('video/mp4;codecs="avc1.42c015"');
  mediaSource.addSourceBuffer('audio/mp4; codecs="opus"');
  expect([video.types, audio.types]).toEqual([[], ['audio/mp4; codecs="opus"']]);
});
