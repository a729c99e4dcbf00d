import { expect, test } from 'vitest';
import { needsWholeEngine } from '../../../../protocol/runtime/media/engine-choice.ts';

test.for([
  ['subtitles', '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",URI="en.m3u8"'],
  ['closed captions', '#EXT-X-MEDIA:GROUP-ID="c",TYPE=CLOSED-CAPTIONS,NAME="English",INSTREAM-ID="CC1"'],
  ['variables', '#EXT-X-DEFINE:NAME="a",VALUE="b"'],
  ['content steering', '#EXT-X-CONTENT-STEERING:SERVER-URI="steer.json"'],
  [
    'a key for the whole session',
    '#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://key",KEYFORMAT="com.apple.streamingkeydelivery"',
  ],
  ['samples encrypted in CTR mode', '#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="data:,key"'],
  ['a key of a content decryption module', '#EXT-X-KEY:METHOD=AES-128,URI="key",KEYFORMAT="urn:uuid:edef8ba9"'],
  ['Dolby sound', '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001f,ac-3"'],
  ['MP3 in MPEG-TS', '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001f,mp4a.40.34"'],
] as const)('a playlist with %s needs the whole engine', ([, line]) => {
  expect(needsWholeEngine(`#EXTM3U\n${line}\nvideo.m3u8\n`)).toBe(true);
});

test.for([
  ['alternative sound', '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="s",NAME="SUBTITLES",URI="en.m3u8"'],
  ['segments encrypted with a plain key', '#EXT-X-KEY:METHOD=AES-128,URI="key",KEYFORMAT="identity"'],
  ['no encryption', '#EXT-X-KEY:METHOD=NONE'],
  ['usual codecs', '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001f,mp4a.40.2",CLOSED-CAPTIONS=NONE'],
  ['an address like a tag', 'EXT-X-DEFINE:.m3u8'],
] as const)('a playlist with %s does not need the whole engine', ([, line]) => {
  expect(needsWholeEngine(`#EXTM3U\n${line}\nvideo.m3u8\n`)).toBe(false);
});
