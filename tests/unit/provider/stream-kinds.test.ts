import { execFileSync } from 'node:child_process';
import { cp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Video } from '../../../src/provider/catalog/catalog.ts';
import { readCodecNames, readSegmentFacts } from '../../../src/provider/streams/segment-facts.ts';
import { findProgram } from '../../support/cluster/programs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { catalogWith, VIDEO } from './support/catalog-folder.ts';
import { loadCatalog } from './support/load-catalog.ts';
import { unversioned } from './support/unversioned.ts';

const KINDS = 'tests/media/kinds';
const ID = 'testvideo01';

/** The video of a catalog with one of the test streams; `change` receives its media folder. */
async function videoOf(
  kind: string,
  change: (folder: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<Video> {
  const description = { ...VIDEO, lengthSeconds: 6, sources: { hls: 'film/master.m3u8' } };
  const folder = await catalogWith({ 'videos/film.json': description });
  const media = join(folder, 'media/film');
  await cp(join(kind === 'long-gop' ? 'tests/media' : KINDS, kind), media, { recursive: true });
  await change(media);
  const video = (await loadCatalog(folder)).videos.get(ID);
  if (video === undefined) throw new Error('skipped');
  return unversioned(video);
}

const playlistOf = ({ sources }: Video, name: string): string | undefined =>
  sources.inlinePlaylists?.[`/media/film/${name}`];

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

async function bytesOf(...files: string[]): Promise<number> {
  const sizes = await Promise.all(files.map((file) => stat(join(KINDS, file))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

const INDEPENDENT = '#EXT-X-INDEPENDENT-SEGMENTS';

describe('facts of a stream for its page', () => {
  test('segments that begin with key frames are marked, even if the encoder did not', async () => {
    const video = await videoOf('usual');
    expect(playlistOf(video, '0.m3u8')).toContain(`#EXTM3U\n${INDEPENDENT}\n`);
    expect(video.firstParts).toEqual({
      inits: { '/media/film/init_0.mp4': expect.any(String), '/media/film/init_1.mp4': expect.any(String) },
      segments: ['/media/film/0-0.m4s', '/media/film/1-0.m4s'],
      bytes: await bytesOf('usual/0-0.m4s', 'usual/1-0.m4s'),
      needsEngine: false,
    });
  });

  test('a stream whose segments need earlier segments needs the engine', async () => {
    const video = await videoOf('long-gop');
    expect(playlistOf(video, 'index.m3u8')).not.toContain(INDEPENDENT);
    expect(video.firstParts).toMatchObject({ segments: ['/media/film/0.m4s'], needsEngine: true });
  });

  test.each([
    ['unmarked playlists', (text: string) => text],
    ['playlists that the encoder has marked', (text: string) => text.replace('#EXTM3U', `#EXTM3U\n${INDEPENDENT}`)],
  ])(
    'segments of open groups of pictures are not marked as independent although they begin with key frames: %s',
    async (_, mark) => {
      const video = await videoOf('usual', async (folder) => {
        const bytes = await readFile(join(folder, '0-1.m4s'));
        // Turns the first NAL unit, behind its length, into a picture that is no IDR picture.
        bytes[bytes.indexOf('mdat') + 8] = 0x61;
        await writeFile(join(folder, '0-1.m4s'), bytes);
        for (const name of ['0.m3u8', 'master.m3u8']) await edit(join(folder, name), mark);
      });
      expect(playlistOf(video, '0.m3u8')).not.toContain(INDEPENDENT);
      expect(playlistOf(video, 'master.m3u8')).not.toContain(INDEPENDENT);
    },
  );

  test('a media playlist without a multivariant playlist becomes a level with its codecs', async () => {
    const video = await videoOf('muxed');
    expect(playlistOf(video, 'master.m3u8')).toMatch(
      /^#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=\d+,RESOLUTION=160x90,CODECS="avc1\.4d400c,mp4a\.40\.2"\nmaster\.m3u8#media\n$/,
    );
    expect(playlistOf(video, 'master.m3u8#media')).toContain(INDEPENDENT);
    expect(video.sources.qualities).toEqual(['tiny', 'auto']);
    expect(video.firstParts).toMatchObject({ segments: ['/media/film/0.m4s'], needsEngine: false });
  });

  test.each([
    ['sound in its segments', 'muxed', 'TYPE=AUDIO,GROUP-ID="a"', 'CODECS="avc1.4d400c,mp4a.40.2",AUDIO="a"', '0.m4s'],
    ['sound only', 'sound', 'TYPE=AUDIO,GROUP-ID="a"', 'CODECS="mp4a.40.2",AUDIO="a"', '0.m4s'],
    ['pictures', 'muxed', 'TYPE=VIDEO,GROUP-ID="v"', 'CODECS="avc1.4d400c,mp4a.40.2",VIDEO="v"', '0.m4s'],
  ])('a playlist that is both variant and rendition is read once: %s', async (_, kind, rendition, variant, segment) => {
    const video = await videoOf(kind, async (folder) => {
      await rename(join(folder, 'master.m3u8'), join(folder, 'one.m3u8'));
      const lines = [`#EXT-X-MEDIA:${rendition},NAME="Main",DEFAULT=YES,URI="one.m3u8"`];
      lines.push(`#EXT-X-STREAM-INF:BANDWIDTH=40000,${variant}`, 'one.m3u8');
      await writeFile(join(folder, 'master.m3u8'), `#EXTM3U\n${lines.join('\n')}\n`);
    });
    expect(Object.keys(video.sources.inlinePlaylists ?? {})).toEqual([
      '/media/film/master.m3u8',
      '/media/film/one.m3u8',
    ]);
    expect(video.firstParts).toMatchObject({ segments: [`/media/film/${segment}`], needsEngine: false });
  });

  test('segments that are byte ranges have addresses with their ranges', async () => {
    const video = await videoOf('ranges');
    const { inits = {}, segments = [], needsEngine } = video.firstParts ?? {};
    expect(Object.keys(inits)).toEqual(['/media/film/0.mp4#0-823', '/media/film/1.mp4#0-776']);
    expect(segments).toEqual([
      expect.stringMatching(/^\/media\/film\/0\.mp4#824-\d+$/),
      expect.stringMatching(/^\/media\/film\/1\.mp4#777-\d+$/),
    ]);
    expect(needsEngine).toBe(false);
  });

  test('a stream whose segments contain their init segment is marked INIT=INSIDE', async () => {
    const video = await videoOf('inside');
    expect(playlistOf(video, 'master.m3u8#media')).toContain('#EXT-X-ORIEL-FIRST:SECONDS=0,INIT=INSIDE\n');
    const bytes = await bytesOf('inside/0.mp4');
    expect(video.firstParts).toEqual({ inits: {}, segments: ['/media/film/0.mp4'], bytes, needsEngine: false });
  });

  test('MPEG-TS is marked INIT=TS, and gets codecs and size from its first segment', async () => {
    const video = await videoOf('transport');
    expect(playlistOf(video, 'master.m3u8')).toMatch(
      /BANDWIDTH=\d+,RESOLUTION=160x90,CODECS="avc1\.4d400c,mp4a\.40\.2"/,
    );
    expect(playlistOf(video, 'master.m3u8#media')).toContain(
      `#EXTM3U\n${INDEPENDENT}\n#EXT-X-ORIEL-FIRST:SECONDS=1.4,INIT=TS\n`,
    );
    expect(video.firstParts).toEqual({
      inits: {},
      segments: ['/media/film/0.m2ts'],
      bytes: await bytesOf('transport/0.m2ts'),
      isTransport: true,
      needsEngine: false,
    });
  });

  test('MPEG-TS without sound needs no engine', async () => {
    const video = await videoOf('closed-transport');
    expect(playlistOf(video, 'master.m3u8')).toMatch(/CODECS="avc1\.[\da-f]{6}"/);
    expect(video.firstParts).toMatchObject({ isTransport: true, needsEngine: false });
  });

  // Overwrites bytes of a segment at the first occurrence of `from`.
  const replaceBytes = async (file: string, from: readonly number[], to: readonly number[]): Promise<void> => {
    const bytes = await readFile(file);
    const at = bytes.indexOf(Buffer.from(from));
    expect(at).toBeGreaterThan(0);
    bytes.set(to, at);
    await writeFile(file, bytes);
  };

  test.each<[string, (folder: string) => Promise<void>]>([
    ['with HEVC', (folder) => replaceBytes(join(folder, '0.m2ts'), [0x1b, 0xe1, 0x00], [0x24, 0xe1, 0x00])],
    ['with MP3', (folder) => replaceBytes(join(folder, '0.m2ts'), [0x0f, 0xe1, 0x01], [0x03, 0xe1, 0x01])],
    ['without tables', (folder) => replaceBytes(join(folder, '0.m2ts'), [0x47, 0x50, 0x00], [0x47, 0x5f, 0xff])],
    [
      'that begins without a key frame',
      (folder) => replaceBytes(join(folder, '0.m2ts'), [0, 0, 1, 0x65], [0, 0, 1, 0x61]),
    ],
    [
      'whose later segment begins without a key frame',
      (folder) => replaceBytes(join(folder, '2.m2ts'), [0, 0, 1, 0x65], [0, 0, 1, 0x61]),
    ],
    ['whose later segment is not MPEG-TS', (folder) => writeFile(join(folder, '1.m2ts'), 'rubble')],
  ])('MPEG-TS %s needs the engine; its playlist and first segment stay in the page', async (_, change) => {
    const video = await videoOf('transport', change);
    expect(video.sources.inlinePlaylists).toBeDefined();
    expect(video.firstParts).toMatchObject({ segments: ['/media/film/0.m2ts'], needsEngine: true });
  });

  test('MPEG-TS with separate sound needs the engine', async () => {
    const video = await videoOf('transport', async (folder) => {
      const playlist = await readFile(join(folder, 'master.m3u8'), 'utf8');
      for (const name of ['pictures', 'sound']) await writeFile(join(folder, `${name}.m3u8`), playlist);
      const lines = [
        '#EXTM3U',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Sound",DEFAULT=YES,URI="sound.m3u8"',
        '#EXT-X-STREAM-INF:BANDWIDTH=40000,CODECS="avc1.4d400c,mp4a.40.2",AUDIO="a"',
        'pictures.m3u8',
      ];
      await writeFile(join(folder, 'master.m3u8'), `${lines.join('\n')}\n`);
    });
    expect(video.firstParts).toMatchObject({ needsEngine: true });
  });

  test('codecs and size that are missing in the multivariant playlist are read from the segments', async () => {
    const video = await videoOf('usual', (folder) =>
      edit(join(folder, 'master.m3u8'), (text) => text.replaceAll(/,(?:CODECS="[^"]*"|RESOLUTION=[\dx]+)/g, '')),
    );
    expect(playlistOf(video, 'master.m3u8')).toMatch(
      /AUDIO="group_sound",RESOLUTION=160x90,CODECS="avc1\.4d400c,mp4a\.40\.2"/,
    );
  });

  test('each level gets the size of its pictures if the multivariant playlist names no size', async () => {
    const video = await videoOf('usual', async (folder) => {
      const portrait = await readFile('tests/media/portrait/index.m3u8', 'utf8');
      await cp('tests/media/portrait', join(folder, 'portrait'), { recursive: true });
      await writeFile(join(folder, 'portrait.m3u8'), portrait.replaceAll(/^(?=\w+\.m4s)|(?<=URI=")/gm, 'portrait/'));
      const levels = [200_000, 900_000].map(
        (rate, index) => `#EXT-X-STREAM-INF:BANDWIDTH=${rate},CODECS="avc1.4d400c"\n${['0', 'portrait'][index]}.m3u8\n`,
      );
      await writeFile(join(folder, 'master.m3u8'), `#EXTM3U\n${levels.join('')}`);
    });
    expect(playlistOf(video, 'master.m3u8')?.match(/RESOLUTION=\d+x\d+/g)).toEqual([
      'RESOLUTION=160x90',
      'RESOLUTION=90x162',
    ]);
  });

  test('a stream that does not begin at 0 is marked with its start time', async () => {
    const video = await videoOf('usual', async (folder) => {
      for (const track of [0, 1]) {
        await rm(join(folder, `${track}-0.m4s`));
        await edit(join(folder, `${track}.m3u8`), (text) => text.replace(/#EXTINF.*\n.*-0\.m4s\n/, ''));
      }
    });
    expect(playlistOf(video, '0.m3u8')).toContain('#EXT-X-ORIEL-FIRST:SECONDS=2,INIT=MAP\n');
  });

  test('a stream with a damaged segment needs the engine', async () => {
    const video = await videoOf('usual', (folder) => writeFile(join(folder, '0-1.m4s'), 'rubble'));
    expect(playlistOf(video, '0.m3u8')).not.toContain(INDEPENDENT);
    expect(video.firstParts?.needsEngine).toBe(true);
  });

  test('a stream with encrypted segments needs the engine, and the page still requests its first segments', async () => {
    const video = await videoOf('usual', (folder) =>
      edit(join(folder, '0.m3u8'), (text) => text.replace('#EXTINF', '#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF')),
    );
    expect(video.firstParts?.needsEngine).toBe(true);
    expect(video.firstParts?.segments).toContain('/media/film/0-0.m4s');
  });

  test('a playlist too large for the page is not inlined if the first frame does not need it', async () => {
    const video = await videoOf('usual', (folder) =>
      edit(
        join(folder, 'master.m3u8'),
        (text) => `${text}#EXT-X-STREAM-INF:BANDWIDTH=90000,RESOLUTION=320x180,CODECS="avc1.4d400c"\nbig.m3u8\n`,
      ).then(() =>
        writeFile(join(folder, 'big.m3u8'), `#EXTM3U\n#EXTINF:6,\n0-0.m4s\n#EXT-X-ENDLIST\n#${'x'.repeat(70_000)}\n`),
      ),
    );
    expect(Object.keys(video.sources.inlinePlaylists ?? {})).toEqual(
      ['master', '0', '1'].map((name) => `/media/film/${name}.m3u8`),
    );
  });
});

describe('live', () => {
  test('the page of a growing stream requests its playlists, which are not inlined', async () => {
    const video = await videoOf('usual', async (folder) => {
      for (const track of [0, 1])
        await edit(join(folder, `${track}.m3u8`), (text) => text.replace('#EXT-X-ENDLIST\n', ''));
    });
    expect(video.sources).toMatchObject({ isLive: true });
    expect(video.sources).not.toHaveProperty('inlinePlaylists');
    expect(video.firstParts).toEqual({
      inits: {},
      segments: ['master', '0', '1'].map((name) => `/media/film/${name}.m3u8`),
      needsEngine: true,
    });
  });

  test('the page of a video on another server requests the address of its description', async () => {
    const hls = 'https://films.example/a.m3u8';
    const folder = await catalogWith({ 'videos/film.json': { ...VIDEO, sources: { hls } } });
    const video = (await loadCatalog(folder)).videos.get(ID);
    expect(video?.firstParts).toEqual({ inits: {}, segments: [hls], needsEngine: true });
  });
});

describe('one file', () => {
  const withFile = async (name: string): Promise<readonly string[]> => {
    const progressive = [{ url: `film/${name}`, mimeType: 'video/mp4', width: 160, height: 90, bitrate: 20_000 }];
    const folder = await catalogWith({ 'videos/film.json': { ...VIDEO, sources: { progressive } } });
    await cp(join(KINDS, 'files'), join(folder, 'media/film'), { recursive: true });
    const { videos, problems } = await loadCatalog(folder);
    expect(videos.has(ID)).toBe(true);
    return problems.map(({ message }) => message);
  };

  test('a file with its index in front has no problems', async () => {
    expect(await withFile('index-first.mp4')).toEqual([]);
  });

  test('a file with its index at the end is reported with the remedy', async () => {
    expect(await withFile('index-last.mp4')).toEqual([
      'videos/film.json:1: sources.progressive.0.url: media/film/index-last.mp4 has its index at the end, so it starts late. ' +
        'Move it to the front: ffmpeg -i media/film/index-last.mp4 -map 0 -c copy -movflags +faststart media/film/index-last.front.mp4 && mv media/film/index-last.front.mp4 media/film/index-last.mp4',
    ]);
  });
});

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a text', Buffer.from('not a video at all')],
  ['boxes without content', Buffer.from('00000008667479700000000800000000', 'hex')],
  ['a box that is larger than the file', Buffer.from('7fffffff6d6f6f66', 'hex')],
])('no segment facts are read from %s', (_, bytes) => {
  expect(readSegmentFacts(bytes)).toBeUndefined();
});

test.each([
  ['v240', { videoCodec: 'avc1.42c015' }],
  ['audio', { audioCodec: 'mp4a.40.2' }],
])('the init segment of %s names its codec as playlists name it', async (name, names) => {
  const init = await readFile(join(import.meta.dirname, `../../../src/provider/catalog/media/demo/${name}/init.mp4`));
  expect(readCodecNames(init)).toEqual(names);
});

test.skipIf(findProgram('ffmpeg') === undefined)('the codec FLAC is read without console output', async () => {
  const file = join(await temporaryFolder(), 'sound.mp4');
  const flac = ['-c:a', 'flac', '-strict', '-2', '-movflags', 'frag_keyframe+empty_moov'];
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=d=0.1', ...flac, file]);
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  expect(readCodecNames(await readFile(file))).toEqual({ audioCodec: 'fLaC' });
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

test('no codec is read from bytes without tracks', () => {
  expect(readCodecNames(Buffer.from('no init segment at all'))).toBeUndefined();
});
