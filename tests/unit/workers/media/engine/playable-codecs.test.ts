import { expect, test } from 'vitest';
import { withPlayableCodecs } from '../../../../../workers/media/engine/playable-codecs.ts';

const playlist = (codecs: string): string => `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Stereo",DEFAULT=YES,URI="aac.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="${codecs}",AUDIO="a"
v.m3u8
`;
const isSupported = (type: string): boolean => /mp4a|avc1/.test(type);

test.each([
  ['avc1.42c01e, mp4a.40.2 ,ec-3', 'avc1.42c01e,mp4a.40.2'],
  ['ac-3,mp4a.40.2,avc1.42c01e', 'mp4a.40.2,avc1.42c01e'],
  ['avc1.42c01e,mp4a.40.2', 'avc1.42c01e,mp4a.40.2'],
  ['avc1.42c01e,ec-3', 'avc1.42c01e,ec-3'],
  ['hvc1.1.6.L93,mp4a.40.2', 'hvc1.1.6.L93,mp4a.40.2'],
])('a variant with the codecs %s keeps %s', (codecs, kept) => {
  expect(withPlayableCodecs(playlist(codecs), isSupported)).toBe(playlist(kept));
});
