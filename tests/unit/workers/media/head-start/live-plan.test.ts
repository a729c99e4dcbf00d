import { expect, test } from 'vitest';
import { makeLivePlan, newestParts } from '../../../../../workers/media/head-start/live-plan.ts';
import { at, livePlaylist } from './support.ts';

const PLAYLIST = at('v.m3u8');

test.each([
  ['three target durations before the end', [2, 2, 2, 2, 2], '2.m4s'],
  ['one segment earlier, if a segment is shorter', [2, 2, 1.96, 2, 2], '1.m4s'],
  ['with the newest of long segments', [6, 6, 6], '2.m4s'],
])('the predicted first segment of a live stream is %s', (_, durations, first) => {
  expect(newestParts(PLAYLIST, livePlaylist(durations))).toEqual([at(first)]);
});

test('the predicted parts of a live stream include the init segment, with its byte range if the playlist declares one', () => {
  const text = livePlaylist([2, 2, 2], ['#EXT-X-MAP:URI="init.mp4",BYTERANGE="800@0"']);
  expect(newestParts(PLAYLIST, text)).toEqual([`${at('init.mp4')}#0-799`, at('0.m4s')]);
});

test.each([
  ['too short', livePlaylist([2, 2])],
  ['ended', livePlaylist([2, 2, 2, 2], ['#EXT-X-ENDLIST'])],
  ['in parts', livePlaylist([2, 2, 2, 2], ['#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=1'])],
  ['encrypted', livePlaylist([2, 2, 2, 2], ['#EXT-X-KEY:METHOD=AES-128,URI="key"'])],
  ['a list of levels', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8'],
  ['no playlist', '<html>'],
])('no parts are predicted for a playlist that is %s', (_, text) => {
  expect(newestParts(PLAYLIST, text)).toEqual([]);
});

const MASTER = [
  '#EXTM3U',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Sound",DEFAULT=YES,URI="a.m3u8"',
  '#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=426x240,CODECS="avc1.42c015,mp4a.40.2",AUDIO="a"',
  'v.m3u8',
].join('\n');

/** Five segments of two seconds from the number `sequence`; each of `breaks` follows a discontinuity and a new init segment. */
function track(name: string, { sequence = 7, breaks = [] as number[], seconds = 2, more = '' } = {}): string {
  const numbers = [0, 1, 2, 3, 4];
  return [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:2',
    `#EXT-X-MEDIA-SEQUENCE:${sequence}`,
    '#EXT-X-DISCONTINUITY-SEQUENCE:3',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    more,
    `#EXT-X-MAP:URI="${name}-init.mp4"`,
    ...numbers.flatMap((number) => [
      ...(breaks.includes(number) ? ['#EXT-X-DISCONTINUITY', `#EXT-X-MAP:URI="${name}-init-${number}.mp4"`] : []),
      `#EXTINF:${seconds},`,
      `${name}-${number}.m4s`,
    ]),
  ].join('\n');
}

const plan = (video: string, audio: string, master = MASTER, quality: 'auto' | 'hd720' = 'auto') => {
  const texts = new Map([
    [at('live.m3u8'), master],
    [at('v.m3u8'), video],
    [at('a.m3u8'), audio],
  ]);
  return makeLivePlan(at('live.m3u8'), texts, quality);
};

test('a live plan starts three target durations before the end, with pictures and sound of the same time', () => {
  const made = plan(track('v'), track('a'));
  expect(made).toMatchObject({ ok: true, value: { startSeconds: 4, plan: { durationSeconds: 10 } } });
  const tracks = made.ok ? made.value.plan.tracks : [];
  expect(tracks.map(({ kind, initUrl, segments }) => [kind, initUrl, segments[2]])).toEqual([
    ['video', at('v-init.mp4'), { url: at('v-2.m4s'), startSeconds: 4, durationSeconds: 2 }],
    ['audio', at('a-init.mp4'), { url: at('a-2.m4s'), startSeconds: 4, durationSeconds: 2 }],
  ]);
});

test('a live plan of a stream with discontinuities has only the section of the start, with its init segment', () => {
  const made = plan(track('v', { breaks: [2, 4] }), track('a', { breaks: [2, 4] }));
  const tracks = made.ok ? made.value.plan.tracks : [];
  expect(tracks.map(({ initUrl, segments }) => [initUrl, segments.map(({ url }) => url)])).toEqual([
    [at('v-init-2.mp4'), [at('v-2.m4s'), at('v-3.m4s')]],
    [at('a-init-2.mp4'), [at('a-2.m4s'), at('a-3.m4s')]],
  ]);
});

test.each<[string, ReturnType<typeof plan>]>([
  ['with one newer playlist', plan(track('v'), track('a', { sequence: 8 }))],
  ['whose sound playlist is invalid', plan(track('v'), '<html>')],
  ['of MPEG-TS', plan(track('v').replace(/#EXT-X-MAP.*/, ''), track('a'))],
  ['with parts', plan(track('v', { more: '#EXT-X-PART-INF:PART-TARGET=1' }), track('a'))],
  [
    'whose init segment changes without a discontinuity',
    plan(track('v').replace('v-3.m4s\n', 'v-3.m4s\n#EXT-X-MAP:URI="other.mp4"\n'), track('a')),
  ],
  [
    'whose pictures may depend on earlier segments',
    plan(track('v').replace('#EXT-X-INDEPENDENT-SEGMENTS', ''), track('a')),
  ],
  ['without codecs', plan(track('v'), track('a'), MASTER.replace(/,CODECS="[^"]*"/, ''))],
  ['too short', plan(track('v', { seconds: 1 }), track('a', { seconds: 1 }))],
])('a live stream %s has no plan and is left to the engine', (_, made) => {
  expect(made.ok).toBe(false);
});
