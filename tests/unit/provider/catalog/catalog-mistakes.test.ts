import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CatalogProblem } from '../../../../src/provider/catalog/catalog-problem.ts';
import { loadCatalog } from '../support/load-catalog.ts';
import { catalogWith, mediaPlaylist, VIDEO } from '../support/catalog-folder.ts';
import { openTestProvider } from '../support/test-provider.ts';
import { unversioned } from '../support/unversioned.ts';

const GOOD = { ...VIDEO, id: 'goodvideo01' };
const SECRET = 'the secret of the house';

/** The problems of a catalog that holds this video and a valid one. */
async function problemsOf(
  description: unknown,
  files: Record<string, unknown> = {},
): Promise<readonly CatalogProblem[]> {
  const folder = await catalogWith({ 'videos/film.json': description, 'videos/good.json': GOOD, ...files });
  const { videos, problems } = await loadCatalog(folder);
  expect(videos.has('goodvideo01')).toBe(true);
  expect(videos.has('testvideo01')).toBe(problems.every(({ effect }) => effect === 'warning'));
  return problems;
}

const skipped = (message: string) => [{ effect: 'skipped', message }];
const warning = (message: string) => [{ effect: 'warning', message }];
const filesOf = (playlist: string) => ({
  'media/film/index.m3u8': playlist,
  'media/film/init.mp4': 'i',
  'media/film/0.m4s': '0',
});
const HLS_VIDEO = { ...VIDEO, lengthSeconds: 4, sources: { hls: 'film/index.m3u8' } };

test.each([
  ['an init segment that leads out', mediaPlaylist('..%2f..%2fsecret.txt', '0.m4s'), '..%2f..%2fsecret.txt, which'],
  [
    'a segment that leads out',
    mediaPlaylist('init.mp4', '0.m4s', '..%2f..%2fsecret.txt'),
    '..%2f..%2fsecret.txt, which',
  ],
  ['a path from the root', mediaPlaylist('init.mp4', '/etc/passwd'), '/etc/passwd, which'],
  ['steps out of the folder', mediaPlaylist('init.mp4', '../../../videos/good.json'), 'videos/good.json, which'],
  ['a backslash', mediaPlaylist('init.mp4', '..%5c..%5csecret.txt'), 'which is not below media/'],
  ['a hidden file', mediaPlaylist('init.mp4', '.git/config'), 'which is not below media/'],
  [
    'a rendition that leads out',
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n..%2f..%2fsecret.txt\n',
    'which is not below media/',
  ],
])('a video whose playlist has %s is skipped, and no page contains the secret file', async (_, playlist, fault) => {
  const folder = await catalogWith({
    'videos/film.json': HLS_VIDEO,
    'videos/good.json': GOOD,
    ...filesOf(playlist),
    'secret.txt': SECRET,
  });
  const catalog = await loadCatalog(folder);
  expect([...catalog.videos.keys()]).toEqual(['goodvideo01']);
  expect(catalog.problems[0]?.message).toContain('videos/film.json:1: sources.hls: media/film/index.m3u8 names');
  expect(catalog.problems[0]?.message).toContain(fault);
  const provider = await openTestProvider({ catalog, mediaFolder: join(folder, 'media') });
  const page = await (await provider.get('/embed/testvideo01')).text();
  expect(page).not.toContain(Buffer.from(SECRET).toString('base64'));
  expect(page).not.toContain(SECRET);
});

test.each([
  ['whose init segment ffmpeg has named otherwise', mediaPlaylist('init_%v.mp4', '0.m4s'), 'init_%v.mp4'],
  ['whose first segment is not there yet', mediaPlaylist('init.mp4', '100%.m4s'), '100%.m4s'],
])('a video %s is reported and kept, since its parts may still be copied', async (_, playlist, part) => {
  expect(await problemsOf(HLS_VIDEO, filesOf(playlist))).toEqual(
    warning(`videos/film.json:1: sources.hls: will not play as it should: no such file: media/film/${part}`),
  );
});

test('a folder in place of a file is reported, for every kind of file', async () => {
  expect(await problemsOf({ ...VIDEO, chapters: 'demo' })).toEqual(
    warning('videos/film.json:1: chapters: media/demo is a folder, not a file. It is left out'),
  );
  const folder = await catalogWith({ 'videos/good.json': GOOD });
  await mkdir(join(folder, 'videos/old.json'));
  const { videos, problems } = await loadCatalog(folder);
  expect(videos.size).toBe(1);
  expect(problems).toEqual(skipped('videos/old.json: is a folder, not a file'));
});

test('symbolic links within media/ are always followed, links out of it only with followLinks, at start and when served', async () => {
  const folder = await catalogWith({
    'disk/film/index.m3u8': mediaPlaylist('init.mp4', '0.m4s'),
    'disk/film/init.mp4': 'init',
    'disk/film/0.m4s': 'segment',
    'videos/a.json': { ...HLS_VIDEO, sources: { hls: 'linked/index.m3u8' } },
    'videos/b.json': { ...VIDEO, id: 'testvideo02', sources: { hls: 'inside/master.m3u8' } },
  });
  await symlink(join(folder, 'disk/film'), join(folder, 'media/linked'));
  await symlink(join(folder, 'media/demo'), join(folder, 'media/inside'));
  const mediaFolder = join(folder, 'media');
  const closed = await loadCatalog(folder);
  expect(closed.problems).toEqual(
    skipped(
      'videos/a.json:1: sources.hls: media/linked/index.m3u8 is a link that leads out of media/. ' +
        'Start with ORIEL_FOLLOW_LINKS=1 to follow such links',
    ),
  );
  const strict = await openTestProvider({ catalog: closed, mediaFolder });
  expect((await strict.get('/media/linked/0.m4s')).status).toBe(404);
  expect((await strict.get('/media/inside/master.m3u8')).status).toBe(200);
  const open = await loadCatalog(folder, { followLinks: true });
  expect(open.problems).toEqual([]);
  const lenient = await openTestProvider({ catalog: open, mediaFolder, followLinks: true });
  expect((await lenient.get('/media/linked/0.m4s')).status).toBe(200);
});

test('missing renditions are left out of the inlined playlist with a warning each, and the others stay', async () => {
  const master = [
    '#EXTM3U',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="gone",NAME="Gone",URI="gone/audio.m3u8"',
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",URI="gone/subs.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="gone",SUBTITLES="subs"',
    'index.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=2',
    'gone/index.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=3',
    'broken.m3u8',
    '',
  ].join('\n');
  const folder = await catalogWith({
    'videos/film.json': { ...HLS_VIDEO, sources: { hls: 'film/master.m3u8' } },
    ...filesOf(mediaPlaylist('init.mp4', '0.m4s')),
    'media/film/master.m3u8': master,
    'media/film/broken.m3u8': mediaPlaylist('init.mp4', 'none.m4s'),
  });
  const { videos, problems } = await loadCatalog(folder);
  const { inlinePlaylists } = unversioned(videos.get('testvideo01'))?.sources ?? {};
  expect(inlinePlaylists?.['/media/film/master.m3u8']).toBe('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex.m3u8\n');
  expect(Object.keys(inlinePlaylists ?? {})).toEqual(['/media/film/master.m3u8', '/media/film/index.m3u8']);
  expect(problems.map(({ effect }) => effect)).toEqual(['warning', 'warning', 'warning', 'warning']);
  expect(problems[0]?.message).toBe(
    'videos/film.json:1: sources.hls: a rendition is left out: no such file: media/film/gone/index.m3u8',
  );
});

test('a rendition that is a web page is reported, and kept if there is no other', async () => {
  const problems = await problemsOf(
    { ...HLS_VIDEO, sources: { hls: 'film/master.m3u8' } },
    {
      ...filesOf('<!doctype html>\n<style>\n/* not found */\n</style>\n'),
      'media/film/master.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex.m3u8\n',
    },
  );
  expect(problems).toEqual(
    warning(
      'videos/film.json:1: sources.hls: will not play as it should: ' +
        'media/film/index.m3u8 is no HLS playlist: its first line is not #EXTM3U',
    ),
  );
});

test('a master playlist is inlined without its missing renditions even if its media playlist is too large to inline', async () => {
  const many = mediaPlaylist('init.mp4', '0.m4s', ...Array.from({ length: 9_000 }, (_, index) => `${index}.m4s`));
  const files = {
    'videos/film.json': { ...HLS_VIDEO, lengthSeconds: 36_004, sources: { hls: 'film/master.m3u8' } },
    ...filesOf(many),
    'media/film/master.m3u8':
      '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\ngone.m3u8\n',
  };
  const { videos } = await loadCatalog(await catalogWith(files));
  expect(unversioned(videos.get('testvideo01')?.sources.inlinePlaylists)).toEqual({
    '/media/film/master.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex.m3u8\n',
  });
});

test('a stream without #EXT-X-ENDLIST is live, and none of its playlists is inlined', async () => {
  const growing = mediaPlaylist('init.mp4', '0.m4s').replace('#EXT-X-ENDLIST\n', '');
  const { videos } = await loadCatalog(await catalogWith({ 'videos/film.json': HLS_VIDEO, ...filesOf(growing) }));
  expect(videos.get('testvideo01')).toMatchObject({
    lengthSeconds: 0,
    sources: { hlsManifestUrl: '/media/film/index.m3u8', progressive: [], isLive: true },
  });
  expect(videos.get('testvideo01')?.sources).not.toHaveProperty('inlinePlaylists');
});

const written = (description: object) => JSON.stringify(description, null, 2);
const poster = (over: object) => ({
  ...VIDEO,
  posters: [{ url: 'demo/poster.jpg', mimeType: 'image/jpeg', width: 1, height: 1, ...over }],
});
const progressive = (over: object) => ({
  ...VIDEO,
  sources: {
    progressive: [{ url: 'demo/v240/init.mp4', mimeType: 'video/mp4', width: 1, height: 1, bitrate: 1, ...over }],
  },
});
const captions = (url: string) => ({
  ...VIDEO,
  captions: [{ url, languageCode: 'en', name: 'English', kind: 'subtitles', isDefault: true }],
});

test.each([
  ['a trailing comma', '{\n  "id": "testvideo01",\n}', ':3:1: not JSON: a comma before }. Take the comma away'],
  ['a comma in a list', '{\n  "a": [1, 2, ]\n}', ':2:15: not JSON: a comma before ]. Take the comma away'],
  ['a missing comma', '{\n  "id": "x"\n  "title": "y"\n}', ':3:3: not JSON: a comma is missing before "'],
  ['single quotes', "{ 'id': 1 }", ':1:3: not JSON: a single quote. JSON has "double quotes" only'],
  ['a comment', '{\n  // mine\n}', ':2:3: not JSON: a comment. JSON has none'],
  ['a line break in a string', '{ "id": "a\nb" }', ':1:11: not JSON: a line break or tab within a string'],
  ['a missing end', '{ "id": "a"', ':1:12: not JSON: the text ends too early. Is a } or ] missing?'],
  ['an empty file', '\n', ': not JSON: the file is empty'],
  ['a Windows path with a backslash', '{ "url": "films\\x.mp4" }', ':1:17: not JSON: '],
])('a syntax error is reported with its place: %s', async (_, text, fault) => {
  const [problem] = await problemsOf(text);
  expect(problem?.message).toContain(`videos/film.json${fault}`);
});

test.each([
  ['a misspelt field', { ...VIDEO, tilte: 'x' }, ':12: tilte: no such field. Is it misspelt?'],
  [
    'a space',
    { ...VIDEO, sources: { hls: 'my film/a.m3u8' } },
    ':10: sources.hls: has a space: rename the file without',
  ],
  [
    'a path from the root',
    { ...VIDEO, sources: { hls: '/srv/a.m3u8' } },
    ':10: sources.hls: is an absolute path: write it relative to media/',
  ],
  ['a path of Windows', { ...VIDEO, sources: { hls: 'C:\\a.m3u8' } }, ':10: sources.hls: is an absolute path'],
  ['a file address', { ...VIDEO, sources: { hls: 'file:///srv/a.m3u8' } }, ':10: sources.hls: is an absolute path'],
  ['chapters by a path from the root', { ...VIDEO, chapters: '/a.vtt' }, ':12: chapters: is an absolute path'],
  [
    'the folder written twice',
    { ...VIDEO, sources: { hls: 'media/demo/master.m3u8' } },
    ':10: sources.hls: no such file: media/media/demo/master.m3u8. Paths begin below media/: write demo/master.m3u8',
  ],
  [
    'an MP4 as hls',
    { ...VIDEO, sources: { hls: 'demo/v240/init.mp4' } },
    ':10: sources.hls: media/demo/v240/init.mp4 is a file and no HLS playlist: name it in sources.progressive',
  ],
  [
    'another text as hls',
    { ...VIDEO, sources: { hls: 'demo/captions.en.vtt' } },
    ':10: sources.hls: media/demo/captions.en.vtt is no HLS playlist: its first line is not #EXTM3U',
  ],
])('a description with %s is skipped, and reported with line, field and fix', async (_, description, fault) => {
  const problems = await problemsOf(written(description));
  expect(problems).toEqual(skipped(expect.stringContaining(`videos/film.json${fault}`) as unknown as string));
});

test.each([
  [
    'SubRip as captions',
    captions('a.srt'),
    ':14: captions.0.url: media/a.srt is no WebVTT. It is of another kind: make WebVTT of it with npm run videos -- captions media/a.srt',
  ],
  [
    'SubRip under another name',
    captions('b.vtt'),
    ':14: captions.0.url: media/b.vtt is no WebVTT. It is of another kind: make WebVTT of it with npm run videos -- captions media/b.vtt',
  ],
  [
    'another text as captions',
    captions('demo/master.m3u8'),
    ':14: captions.0.url: media/demo/master.m3u8 is no WebVTT. Its first line has to be WEBVTT',
  ],
  ['missing captions', captions('none.vtt'), ':14: captions.0.url: no such file: media/none.vtt'],
  ['a missing poster', poster({ url: 'none.jpg' }), ':14: posters.0.url: no such file: media/none.jpg'],
  [
    'chapters that are no text',
    { ...VIDEO, chapters: 'demo/poster.jpg' },
    ':12: chapters: media/demo/poster.jpg is no',
  ],
  [
    'a storyboard without tiles',
    { ...VIDEO, storyboard: 'demo/chapters.vtt' },
    ':12: storyboard: media/demo/chapters.vtt:3 is no cue of "image#xywh=x,y,width,height" in pixels',
  ],
  [
    'a storyboard of several sprites',
    { ...VIDEO, storyboard: 'several.vtt' },
    ':12: storyboard: media/several.vtt:6 names 2.jpg besides 1.jpg: previews come from one image',
  ],
  [
    'captions whose times cannot be read',
    captions('commas.vtt'),
    ':14: captions.0.url: media/commas.vtt:3 cannot be read: the times cannot be read: "00:01,000 --> 00:02,000"',
  ],
  ['a storyboard that is no WebVTT', { ...VIDEO, storyboard: 'b.vtt' }, ':12: storyboard: media/b.vtt is no WebVTT'],
])('%s is a warning with line, field and fix, and the video plays without it', async (_, description, fault) => {
  const subRip = '1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n';
  const folder = await catalogWith({
    'videos/film.json': written(description),
    'media/a.srt': subRip,
    'media/b.vtt': subRip,
    'media/several.vtt':
      'WEBVTT\n\n00:00.000 --> 00:05.000\n1.jpg#xywh=0,0,9,9\n\n00:05.000 --> 00:10.000\n2.jpg#xywh=0,0,9,9\n',
    'media/commas.vtt': 'WEBVTT\n\n00:01,000 --> 00:02,000\nHello\n',
  });
  const { videos, problems } = await loadCatalog(folder);
  expect(problems).toEqual(warning(expect.stringContaining(`videos/film.json${fault}`) as unknown as string));
  expect(videos.get('testvideo01')).toMatchObject({ captions: [], posters: [] });
  expect(videos.get('testvideo01')).not.toHaveProperty('chapters');
  expect(videos.get('testvideo01')).not.toHaveProperty('storyboard');
});

const CAFE = 'WEBVTT\n\n00:01.000 --> 00:02.000\nCaf\u00E9\n';

test.each<readonly [string, Buffer, string]>([
  [
    'in Windows-1252',
    Buffer.from(CAFE, 'latin1'),
    'is not UTF-8, so letters of it are shown wrong. Mend it: npm run videos -- captions media/a.vtt',
  ],
  [
    'with another arrow',
    Buffer.from(`${CAFE}\n00:03.000 -> 00:04.000\nlost\n`),
    ':6 is not shown: its times have -> between them, where --> has to be',
  ],
  [
    'with several faults',
    Buffer.from(`${CAFE}\n00:03.000 \u2014> 00:04.000\nlost\n\n00:06.000 --> 00:05.000\nlost\n`),
    ':6 is not shown: its times have \u2014> between them, where --> has to be; 1 more in this file',
  ],
])('captions %s stay, with a warning', async (_, bytes, remark) => {
  const folder = await catalogWith({ 'videos/film.json': written(captions('a.vtt')) });
  await writeFile(join(folder, 'media/a.vtt'), bytes);
  const { videos, problems } = await loadCatalog(folder);
  const at = remark.startsWith(':') ? '' : ' ';
  expect(problems).toEqual(
    warning(expect.stringContaining(`:14: captions.0.url: media/a.vtt${at}${remark}`) as unknown as string),
  );
  expect(videos.get('testvideo01')?.captions).toHaveLength(1);
});

test('captions in UTF-16 are left out, and chapters in another encoding are a warning', async () => {
  const folder = await catalogWith({ 'videos/film.json': written({ ...captions('a.vtt'), chapters: 'b.vtt' }) });
  await writeFile(join(folder, 'media/a.vtt'), Buffer.from(`\uFEFF${CAFE}`, 'utf16le'));
  await writeFile(join(folder, 'media/b.vtt'), Buffer.from(CAFE, 'latin1'));
  const messages = (await loadCatalog(folder)).problems.map(({ message }) => message);
  expect(messages.toSorted()).toEqual([
    expect.stringContaining('captions.0.url: media/a.vtt is UTF-16, and players read UTF-8. Mend it: npm run videos'),
    expect.stringContaining('chapters: media/b.vtt is not UTF-8'),
  ]);
});

test('a storyboard whose fragments name the unit pixel is read', async () => {
  const folder = await catalogWith({
    'videos/film.json': { ...VIDEO, storyboard: 'units.vtt' },
    'media/units.vtt': 'WEBVTT\n\n00:00.000 --> 00:05.000\n1.jpg#xywh=pixel:0,0,9,9\n',
    'media/1.jpg': '',
  });
  const { videos, problems } = await loadCatalog(folder);
  expect(problems).toEqual([]);
  expect(videos.get('testvideo01')).toMatchObject({ storyboard: { tileWidth: 9, tileCount: 1 } });
});

test('chapter titles are plain text: escapes are decoded and tags are removed', async () => {
  const folder = await catalogWith({
    'videos/film.json': { ...VIDEO, chapters: 'titles.vtt' },
    'media/titles.vtt':
      'WEBVTT\n\n00:00.000 --> 00:05.000\n<c.big>Tom &amp; Jerry</c>\n\n00:05.000 --> 00:10.000\n1 &lt; 2&#33;\nand <i>on</i>\n',
  });
  const { videos } = await loadCatalog(folder);
  expect(videos.get('testvideo01')).toMatchObject({
    chapters: [
      { title: 'Tom & Jerry', startSeconds: 0 },
      { title: '1 < 2! and on', startSeconds: 5 },
    ],
  });
});

test.each([
  [
    'a wrong length',
    { ...VIDEO, lengthSeconds: 90 },
    ':6: lengthSeconds: is 90, but the segments of the stream last 28.032 seconds together. Write that',
  ],
  [
    'a wrong type of a poster',
    poster({ mimeType: 'image/png' }),
    ':15: posters.0.mimeType: is image/png, but by its name demo/poster.jpg is image/jpeg',
  ],
  [
    'a wrong type of a video',
    progressive({ mimeType: 'video/webm' }),
    ':13: sources.progressive.0.mimeType: is video/webm, but',
  ],
])('%s is a warning, and the video plays', async (_, description, fault) => {
  const problems = await problemsOf(written(description));
  expect(problems).toEqual(warning(expect.stringContaining(`videos/film.json${fault}`) as unknown as string));
});

test.each([
  ['a length that is rounded', { ...VIDEO, lengthSeconds: 29 }],
  ['a type with parameters', progressive({ mimeType: 'video/mp4; codecs="avc1.42c015"' })],
  ['an MP4 that holds only sound', progressive({ mimeType: 'audio/mp4' })],
  ['an address without a file extension', progressive({ url: 'https://media.example/stream?id=1' })],
])('a description with %s has no problems', async (_, description) => {
  expect(await problemsOf(description)).toEqual([]);
});

test('a file that begins with a byte order mark is read', async () => {
  expect(await problemsOf(`\uFEFF${JSON.stringify(captions('a.vtt'))}`, { 'media/a.vtt': '\uFEFFWEBVTT\n' })).toEqual(
    [],
  );
});

test('a video of gigabytes with the name of a playlist is not read', async () => {
  const folder = await catalogWith({ 'videos/film.json': HLS_VIDEO, 'videos/good.json': GOOD });
  await mkdir(join(folder, 'media/film'));
  await writeFile(join(folder, 'media/film/index.m3u8'), new Uint8Array(9_000_000));
  const { problems } = await loadCatalog(folder);
  expect(problems).toEqual(skipped('videos/film.json:1: sources.hls: media/film/index.m3u8 is too large to be a text'));
});

test('captions need only an address, a language and a name; a length that is no number is reported with the fix', async () => {
  const captions = [{ url: 'film/de.vtt', languageCode: 'de', name: 'Deutsch' }];
  const files = {
    ...filesOf(mediaPlaylist('init.mp4', '0.m4s')),
    'media/film/de.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\na\n',
  };
  expect(await problemsOf({ ...HLS_VIDEO, captions }, files)).toEqual([]);
  const [problem] = await problemsOf({ ...HLS_VIDEO, lengthSeconds: 'long' }, files);
  expect(problem?.message).toContain('lengthSeconds: write its length in seconds, and 0 for a live stream');
});
