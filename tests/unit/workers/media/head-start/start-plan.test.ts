import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { makeStartPlan } from '../../../../../workers/media/head-start/start-plan.ts';

const FOLDER = 'src/provider/catalog/media/demo/';
const BASE = 'https://videos.example/media/demo/';
const MASTER = `${BASE}master.m3u8`;
let playlists: Map<string, string>;

beforeAll(async () => {
  const names = ['master', 'v240/index', 'v480/index', 'v720/index', 'audio/index'];
  playlists = new Map(
    await Promise.all(
      names.map(async (name) => [`${BASE}${name}.m3u8`, await readFile(`${FOLDER}${name}.m3u8`, 'utf8')] as const),
    ),
  );
});

const planWith = (name: string, change: (text: string) => string) => {
  const changed = new Map(playlists);
  changed.set(BASE + name, change(playlists.get(BASE + name) ?? ''));
  return makeStartPlan(MASTER, changed);
};

test('a start plan has the lowest level and the default audio track', () => {
  const plan = makeStartPlan(MASTER, playlists);
  expect(plan.ok && plan.value.tracks.map(({ kind, mimeType, initUrl }) => [kind, mimeType, initUrl])).toEqual([
    ['video', 'video/mp4; codecs="avc1.42c015"', `${BASE}v240/init.mp4`],
    ['audio', 'audio/mp4; codecs="mp4a.40.2"', `${BASE}audio/init.mp4`],
  ]);
  expect(plan.ok && plan.value.tracks[0]?.segments[1]).toEqual({
    url: `${BASE}v240/001.m4s`,
    startSeconds: 2,
    durationSeconds: 2,
  });
  expect(plan.ok && plan.value.durationSeconds).toBeCloseTo(28.03, 2);
  expect(plan.ok && plan.value.levels.map(({ height }) => height)).toEqual([240, 480, 720]);
});

test.each([
  ['large', 'v480'],
  ['hd2160', 'v240'],
] as const)('a start plan for the chosen quality %s has the level %s and the sound', (quality, folder) => {
  const plan = makeStartPlan(MASTER, playlists, quality);
  expect(plan.ok && plan.value.tracks.map(({ initUrl }) => initUrl)).toEqual([
    `${BASE}${folder}/init.mp4`,
    `${BASE}audio/init.mp4`,
  ]);
  expect(plan.ok && plan.value.level.height).toBe(Number(folder.slice(1)));
});

test.each<[string, string, (text: string) => string]>([
  ['a level without codecs', 'master.m3u8', (text) => text.replaceAll(/,CODECS="[^"]*"/g, '')],
  ['variables', 'master.m3u8', (text) => `${text}\n#EXT-X-DEFINE:NAME="a",VALUE="b"`],
  ['no levels', 'master.m3u8', () => '#EXTM3U'],
  ['a live playlist', 'v240/index.m3u8', (text) => text.replace('#EXT-X-ENDLIST', '')],
  [
    'encryption keys',
    'v240/index.m3u8',
    (text) => text.replace('#EXTINF', '#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF'),
  ],
  ['two init segments', 'v240/index.m3u8', (text) => text.replace(/#EXT-X-MAP.*\n/, (map) => map + map)],
  ['discontinuities', 'v240/index.m3u8', (text) => text.replace('#EXTINF', '#EXT-X-DISCONTINUITY\n#EXTINF')],
  ['no init segment', 'audio/index.m3u8', (text) => text.replace(/#EXT-X-MAP.*\n/, '')],
  ['a start', 'v240/index.m3u8', (text) => text.replace('#EXTINF', '#EXT-X-START:TIME-OFFSET=4\n#EXTINF')],
  ['a start in the multivariant playlist', 'master.m3u8', (text) => `${text}#EXT-X-START:TIME-OFFSET=-4`],
  ['a gap', 'v240/index.m3u8', (text) => text.replace('#EXTINF', '#EXT-X-GAP\n#EXTINF')],
  ['content steering', 'master.m3u8', (text) => `${text}#EXT-X-CONTENT-STEERING:SERVER-URI="s"`],
  ['a segment without length', 'audio/index.m3u8', (text) => text.replace(/#EXTINF:[\d.]+/, '#EXTINF:0')],
  [
    'pictures that end long before the sound',
    'v240/index.m3u8',
    (text) => text.replaceAll(/#EXTINF:[\d.]+/g, '#EXTINF:0.04'),
  ],
  ['no segments', 'audio/index.m3u8', () => '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXT-X-ENDLIST'],
])('a stream with %s has no start plan and is left to the engine', (_, name, change) => {
  expect(planWith(name, change).ok).toBe(false);
});

test('a stream with a playlist that is not inlined has no start plan', () => {
  const without = new Map(playlists);
  without.delete(`${BASE}audio/index.m3u8`);
  expect(makeStartPlan(MASTER, without).ok).toBe(false);
  expect(makeStartPlan(`${BASE}other.m3u8`, playlists).ok).toBe(false);
});

test('a stream whose segments may depend on earlier segments has no start plan', () => {
  const dependent = new Map([...playlists].map(([url, text]) => [url, text.replace(/#EXT-X-INDEPENDENT.*\n/, '')]));
  expect(makeStartPlan(MASTER, dependent).ok).toBe(false);
});

test.each<[string, change: (text: string) => string, track: [kind: string, mimeType: string]]>([
  ['only pictures', (text) => text.replaceAll(/,mp4a\.40\.2/g, ''), ['video', 'video/mp4; codecs="avc1.42c015"']],
  ['pictures muxed with sound', (text) => text, ['video', 'video/mp4; codecs="avc1.42c015,mp4a.40.2"']],
  [
    'only sound',
    (text) => text.replaceAll(/avc1\.\w+,/g, '').replace('v240/index', 'audio/index'),
    ['audio', 'audio/mp4; codecs="mp4a.40.2"'],
  ],
])('a start plan for segments of %s has one track', (_, change, track) => {
  const plan = planWith('master.m3u8', (text) => change(text.replaceAll(/,AUDIO="[^"]*"/g, '')));
  expect(plan.ok && plan.value.tracks.map(({ kind, mimeType }) => [kind, mimeType])).toEqual([track]);
});

test('in a start plan byte ranges become addresses with the range as the fragment', () => {
  const plan = planWith('v240/index.m3u8', () =>
    [
      '#EXTM3U',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MAP:URI="film.mp4",BYTERANGE="800@0"',
      ...['#EXTINF:14,', '#EXT-X-BYTERANGE:100@900', 'film.mp4', '#EXTINF:14,', '#EXT-X-BYTERANGE:50', 'film.mp4'],
      '#EXT-X-ENDLIST',
    ].join('\n'),
  );
  const [video] = plan.ok ? plan.value.tracks : [];
  expect(video?.initUrl).toBe(`${BASE}v240/film.mp4#0-799`);
  expect(video?.segments.map(({ url }) => url)).toEqual(
    ['900-999', '1000-1049'].map((range) => `${BASE}v240/film.mp4#${range}`),
  );
});

test('a start plan uses the facts about the first segment that the provider has added to the playlist', () => {
  const marked = (init: string) => (text: string) =>
    text
      .replace('#EXTM3U', `#EXTM3U\n#EXT-X-ORIEL-FIRST:SECONDS=1.4,INIT=${init}`)
      .replace(/#EXT-X-MAP.*\n/, (map) => (init === 'MAP' ? map : ''));
  const [mapped, inside] = ['MAP', 'INSIDE'].map((init) => planWith('v240/index.m3u8', marked(init)));
  expect(mapped?.ok && mapped.value.tracks[0]).toMatchObject({ firstSeconds: 1.4, initUrl: `${BASE}v240/init.mp4` });
  expect(inside?.ok && inside.value.tracks[0]).toMatchObject({ firstSeconds: 1.4, initUrl: undefined });
});
