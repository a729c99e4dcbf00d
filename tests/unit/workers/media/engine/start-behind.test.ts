import { expect, test } from 'vitest';
import { startBehind } from '../../../../../workers/media/engine/start-behind.ts';

test('a multivariant playlist gets a start before the end of its stream, also if it has another start', () => {
  const text = '#EXTM3U\n#EXT-X-START:TIME-OFFSET=-6\n#EXT-X-STREAM-INF:BANDWIDTH=800000\nv.m3u8';
  expect(startBehind(text, 49.12345)).toBe(`${text}\n#EXT-X-START:TIME-OFFSET=-49.123\n`);
});

test('a playlist of segments gets no start', () => {
  const text = '#EXTM3U\n#EXTINF:4,\n1.m4s\n';
  expect(startBehind(text, 49)).toBe(text);
});
