// @module-tag thorough
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { copyCatalog, type CatalogCopy } from './catalog-copy.ts';
import { followAdvice, type PrintedFinding } from './follow-advice.ts';

// `npm run videos -- check` of catalogs with one fault each.

test('a check of an undamaged catalog has no findings, and changes nothing', async () => {
  const catalog = await copyCatalog();
  const before = await catalog.snapshot();
  expect(await catalog.run(['check'])).toEqual({
    succeeded: true,
    said: ['6 videos checked: all is well.'],
    complaints: [],
  });
  expect(await catalog.snapshot()).toEqual(before);
});

const replace = (path: string, from: string | RegExp, to: string) => (catalog: CatalogCopy) =>
  catalog.edit(path, (text) => {
    expect(text).toMatch(from);
    return text.replace(from, to);
  });

const remove =
  (path: string) =>
  ({ at }: CatalogCopy) =>
    rm(at(path));

/** Marks the first sample of a segment as no key frame. */
const withoutKeyFrame =
  (path: string) =>
  async ({ at }: CatalogCopy) => {
    const bytes = await readFile(at(path));
    const run = bytes.indexOf('trun');
    const flags = bytes.readUIntBE(run + 5, 3);
    expect(flags & 0x4).toBe(0x4);
    bytes.writeUInt32BE(0x1_01_00_00, run + 4 + 8 + (flags & 1 ? 4 : 0));
    await writeFile(at(path), bytes);
  };

/** Moves the index of an MP4 behind its data. */
const withIndexAtEnd =
  (path: string) =>
  async ({ at }: CatalogCopy) => {
    const bytes = await readFile(at(path));
    const start = bytes.indexOf('moov') - 4;
    const end = start + bytes.readUInt32BE(start);
    for (let table = bytes.indexOf('stco'); table !== -1 && table < end; table = bytes.indexOf('stco', table + 4))
      for (let entry = 0; entry < bytes.readUInt32BE(table + 8); entry += 1) {
        const at = table + 12 + entry * 4;
        bytes.writeUInt32BE(bytes.readUInt32BE(at) - (end - start), at);
      }
    await writeFile(
      at(path),
      Buffer.concat([bytes.subarray(0, start), bytes.subarray(end), bytes.subarray(start, end)]),
    );
  };

const swap =
  (one: string, other: string) =>
  async ({ at }: CatalogCopy) => {
    const [bytes, others] = [await readFile(at(one)), await readFile(at(other))];
    await writeFile(at(one), others);
    await writeFile(at(other), bytes);
  };

const DEMO = 'media/demo/v480';
const SPANISH = 'WEBVTT\n\n00:01.000 --> 00:02.000\n¿Mañana también estará aquí el señor?\n\n';

/** Rounds of advice: following one advice may reveal a fault that was hidden. */
const ROUNDS = 3;

/** Follows the advice of each check; returns the findings that remain, or that have no advice. */
async function followUntilWell(catalog: CatalogCopy): Promise<PrintedFinding[]> {
  let findings = await findingsIn(catalog);
  for (let round = 0; round < ROUNDS && findings.length > 0; round += 1) {
    const vague: PrintedFinding[] = [];
    for (const finding of findings) if (!(await followAdvice(catalog, finding))) vague.push(finding);
    if (vague.length > 0) return vague;
    findings = await findingsIn(catalog);
  }
  return findings;
}

async function findingsIn(catalog: CatalogCopy): Promise<PrintedFinding[]> {
  return JSON.parse((await catalog.run(['check', '--json'])).said.join('\n')) as PrintedFinding[];
}

test.each<readonly [string, (catalog: CatalogCopy) => Promise<unknown>, string]>([
  [
    'a segment that is missing',
    remove(`${DEMO}/003.m4s`),
    `${DEMO}/index.m3u8: no such file: ${DEMO}/003.m4s. Copy it again`,
  ],
  ['a segment of sound that is missing', remove('media/demo/audio/003.m4s'), 'no such file: media/demo/audio/003.m4s'],
  ['an init segment that is missing', remove(`${DEMO}/init.mp4`), `no such file: ${DEMO}/init.mp4`],
  ['a segment that is cut off', ({ at }) => truncate(at(`${DEMO}/003.m4s`), 4_000), `${DEMO}/003.m4s: is cut off`],
  ['a segment of 0 bytes', ({ at }) => truncate(at(`${DEMO}/003.m4s`)), `${DEMO}/003.m4s: is cut off`],
  ['an init segment of another kind', ({ at }) => writeFile(at(`${DEMO}/init.mp4`), 'letter'), 'is no init segment'],
  ['a segment without a key frame', withoutKeyFrame(`${DEMO}/003.m4s`), 'does not begin with a key frame, though'],
  ['a first segment without a key frame', withoutKeyFrame(`${DEMO}/000.m4s`), 'nothing shows before one comes'],
  [
    'a wrong duration of a segment',
    replace(`${DEMO}/index.m3u8`, /#EXTINF:2[.\d]*/, '#EXTINF:1.2'),
    `says 1.2. Write what it is there`,
  ],
  [
    'a target duration that is exceeded',
    replace(`${DEMO}/index.m3u8`, /TARGETDURATION:\d+/, 'TARGETDURATION:1'),
    'but a segment is 2 s long',
  ],
  [
    'segments in another order',
    swap(`${DEMO}/002.m4s`, `${DEMO}/005.m4s`),
    'begins its segment 3 at 10.000 s, and media/demo/v240/index.m3u8 at 4.000',
  ],
  [
    'a segment of sound in the place of another',
    swap('media/demo/audio/002.m4s', 'media/demo/audio/005.m4s'),
    'begins at 6.016 s, earlier than the segment in front of it',
  ],
  [
    'a quality that ends early',
    replace(`${DEMO}/index.m3u8`, /#EXTINF[^#]*\n013\.m4s\n/, ''),
    'has 13 segments, and media/demo/v240/index.m3u8 has 14',
  ],
  [
    'another codec than declared',
    replace('media/demo/master.m3u8', 'avc1.4d401e', 'hvc1.1.6.L93.B0'),
    'but its segments have avc1.4d401e, and they have no hvc1',
  ],
  [
    'another profile than declared',
    replace('media/demo/master.m3u8', 'avc1.4d401e', 'avc1.64001f'),
    'its segments have avc1.4d401e',
  ],
  [
    'no codecs',
    replace('media/demo/master.m3u8', ',CODECS="avc1.4d401e,mp4a.40.2"', ''),
    'names no CODECS for v480/index.m3u8',
  ],
  [
    'another size than declared',
    replace('media/demo/master.m3u8', '854x480', '850x480'),
    'which is 854x480. Write that',
  ],
  ['a playlist that is missing', remove(`${DEMO}/index.m3u8`), `no such file: ${DEMO}/index.m3u8`],
  [
    'a plain file with its index at the end',
    withIndexAtEnd('media/demo/progressive-240.mp4'),
    'Mend it: ffmpeg -i media/demo/progressive-240.mp4 -map 0 -c copy -movflags +faststart media/demo/progressive-240.front.mp4 &&',
  ],
  [
    'a plain file that is cut off',
    ({ at }) => truncate(at('media/demo/progressive-240.mp4'), 100_000),
    'media/demo/progressive-240.mp4: is cut off',
  ],
  ['a plain file of text', ({ at }) => writeFile(at('media/demo/progressive-240.mp4'), 'letter'), 'has no index'],
  [
    'a video that is longer than described',
    replace('videos/orieldemo01.json', '"lengthSeconds": 28', '"lengthSeconds": 33'),
    'lengthSeconds: is 33, but the segments of the stream last 28.032 seconds together. Write that',
  ],
  ['a poster that is missing', remove('media/demo/poster.avif'), 'posters.0.url: no such file: media/demo/poster.avif'],
  ['a poster of another kind', ({ at }) => writeFile(at('media/demo/poster.jpg'), 'letter'), 'is no image/jpeg'],
  ['captions that are missing', remove('media/demo/captions.en.vtt'), 'captions.0.url: no such file'],
  ['captions that are no WebVTT', ({ at }) => writeFile(at('media/demo/captions.en.vtt'), 'letter'), 'is no WebVTT'],
  [
    'captions in another encoding',
    ({ at }) => writeFile(at('media/demo/captions.es.vtt'), SPANISH, 'latin1'),
    'media/demo/captions.es.vtt: is windows-1252, and players read UTF-8. Mend it: npm run videos -- captions media/demo/captions.es.vtt --captions-encoding windows-1252',
  ],
  [
    'a cue that no player shows',
    ({ at }) => writeFile(at('media/demo/captions.es.vtt'), `${SPANISH}00:03.000 --> 00:02.000\nlost\n`),
    'media/demo/captions.es.vtt:6: is not shown: the cue ends before it begins',
  ],
  ['captions without a cue', ({ at }) => writeFile(at('media/demo/captions.es.vtt'), 'WEBVTT\n'), 'has no cue'],
  [
    'previews without their picture',
    remove('media/demo/storyboard.jpg'),
    'storyboard: no such file: media/demo/storyboard.jpg',
  ],
  ['chapters that are missing', remove('media/demo/chapters.vtt'), 'chapters: no such file'],
  [
    'a chapter after the end',
    replace('videos/orieldemo01.json', '"demo/chapters.vtt"', '[{ "title": "Late", "startSeconds": 30 }]'),
    'chapter "Late" begins at 30 s',
  ],
  [
    'a description that cannot be read',
    ({ at }) => writeFile(at('videos/orielsphere.json'), '{'),
    'catalog  videos/orielsphere.json:1:2: not JSON',
  ],
  ['a playlist with a missing video', remove('videos/orielsphere.json'), 'no such video: orielsphere'],
])('a check finds %s, and its advice mends the fault', async (_, spoil, finding) => {
  const catalog = await copyCatalog();
  await spoil(catalog);
  const { succeeded, said } = await catalog.run(['check']);
  expect(said.join('\n')).toContain(finding);
  expect(succeeded).toBe(false);
  // An end-to-end test runs the ffmpeg command that mends an index at the end.
  if (said.join('\n').includes('ffmpeg -i')) return;
  const findings = await followUntilWell(catalog);
  expect(findings).toEqual([]);
});

test.each<readonly [string, (catalog: CatalogCopy) => Promise<unknown>]>([
  ['captions that are missing', remove('media/demo/captions.en.vtt')],
  ['captions that are no WebVTT', ({ at }) => writeFile(at('media/demo/captions.en.vtt'), 'letter')],
  [
    'captions of another kind',
    ({ at }) => writeFile(at('media/demo/captions.en.vtt'), '00:00:01,000 --> 00:00:02,000'),
  ],
  ['a cue that no player shows', ({ at }) => writeFile(at('media/demo/captions.es.vtt'), 'WEBVTT\n\n00:03.0 --> 4\nx')],
  ['captions in UTF-16', ({ at }) => writeFile(at('media/demo/captions.en.vtt'), `\uFEFF${SPANISH}`, 'utf16le')],
  ['captions in Windows-1252', ({ at }) => writeFile(at('media/demo/captions.es.vtt'), SPANISH, 'latin1')],
  [
    'a cue with another arrow',
    ({ at }) => writeFile(at('media/demo/captions.es.vtt'), `${SPANISH}00:03.000 -> 00:04.000\nlost\n`),
  ],
  ['a poster that is missing', remove('media/demo/poster.avif')],
  ['chapters that are missing', remove('media/demo/chapters.vtt')],
  ['chapters that are no WebVTT', ({ at }) => writeFile(at('media/demo/chapters.vtt'), 'letter')],
  ['previews that are missing', remove('media/demo/storyboard.vtt')],
  ['a stream that is missing', remove('media/demo/master.m3u8')],
  ['a playlist that is missing', remove(`${DEMO}/index.m3u8`)],
  ['a playlist that is no HLS', ({ at }) => writeFile(at(`${DEMO}/index.m3u8`), 'letter')],
  ['a playlist of sound that is missing', remove('media/demo/audio/index.m3u8')],
  ['a first segment that is missing', remove(`${DEMO}/000.m4s`)],
  ['a first segment of zeros', ({ at }) => writeFile(at(`${DEMO}/000.m4s`), Buffer.alloc(50_000))],
  ['an init segment that is missing', remove(`${DEMO}/init.mp4`)],
  ['a playlist that leads out', replace(`${DEMO}/index.m3u8`, '000.m4s', '../../../../000.m4s')],
  ['a plain file that is missing', remove('media/demo/progressive-240.mp4')],
  ['a plain file with its index at the end', withIndexAtEnd('media/demo/progressive-240.mp4')],
  ['a wrong length of the video', replace('videos/orieldemo01.json', '"lengthSeconds": 28', '"lengthSeconds": 33')],
  [
    'the playlists of all qualities that are missing',
    async ({ at }) => {
      for (const name of ['v240', 'v480', 'v720']) await rm(at(`media/demo/${name}/index.m3u8`));
    },
  ],
])('a check reports one fault as one finding: %s', async (_, spoil) => {
  const catalog = await copyCatalog();
  await spoil(catalog);
  const { said } = await catalog.run(['check', 'orieldemo01', '--json']);
  expect(JSON.parse(said.join('\n'))).toHaveLength(1);
});

test('a damaged index of an MP4 is found at almost any position of the damage, and an undamaged index is accepted', async () => {
  const catalog = await copyCatalog();
  const path = catalog.at('media/demo/progressive-240.mp4');
  const whole = await readFile(path);
  const start = whole.indexOf('moov') - 4;
  const length = whole.readUInt32BE(start);
  let [count, missed] = [0, 0];
  for (let offset = 8; offset + 8 < length; offset += 97) {
    const damaged = Buffer.from(whole);
    damaged.fill('damaged!', start + offset, start + offset + 8, 'latin1');
    await writeFile(path, damaged);
    count += 1;
    if ((await catalog.run(['check', 'orielmp4001'])).succeeded) missed += 1;
  }
  // Damage in texts, matrices and decoder settings is missed, because no other bytes contradict it.
  expect(count).toBeGreaterThan(100);
  expect(missed / count).toBeLessThan(0.06);
  await writeFile(path, whole);
  expect((await catalog.run(['check', 'orielmp4001'])).succeeded).toBe(true);
});

test('parts after a discontinuity that lack a track of the part before are reported', async () => {
  const catalog = await copyCatalog();
  const part = '#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="../audio/init.mp4"\n$1../audio/003.m4s\n';
  const behind = '#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init.mp4"\n';
  await replace(`${DEMO}/index.m3u8`, /(#EXTINF:.*\n)003\.m4s\n/, `${part}${behind}`)(catalog);
  const texts = (await findingsIn(catalog)).map(({ file, text }) => `${file}: ${text}`);
  for (const place of [
    'audio/003.m4s: begins a part that has no pictures',
    'v480/004.m4s: begins a part that has no sound',
  ])
    expect(texts).toContainEqual(expect.stringContaining(place));
});

test('an unknown id among several is reported after the other videos have been checked', async () => {
  const catalog = await copyCatalog();
  const { succeeded, said, complaints } = await catalog.run(['check', 'orielmp4001', 'nosuchvideo']);
  expect([succeeded, said]).toEqual([false, ['1 video checked: all is well.']]);
  expect(complaints[0]).toContain('There is no video nosuchvideo');
});

test('the command captions writes WebVTT beside the given file, and overwrites no file', async () => {
  const catalog = await copyCatalog();
  await writeFile(
    catalog.at('media/fr.srt'),
    '1\n00:00:01,000 --> 00:00:02,000\n1 < 2, déjà vu à l\u2019été\n',
    'latin1',
  );
  const { succeeded, said } = await catalog.run([
    'captions',
    catalog.at('media/fr.srt'),
    '--captions-encoding',
    'latin1',
  ]);
  expect([succeeded, said]).toEqual([
    true,
    [`Captions are in ${catalog.at('media/fr.vtt')}. Name that file in the description.`],
  ]);
  expect(await catalog.read('media/fr.vtt')).toContain('1 &lt; 2, déjà vu');
  expect((await catalog.run(['captions', catalog.at('media/fr.srt')])).complaints[0]).toContain('is there already');
  expect((await catalog.run(['captions', catalog.at('media/none.srt')])).complaints[0]).toContain('There is no file');
});

test('converting a WebVTT file in place keeps the original beside it, and overwrites no file', async () => {
  const catalog = await copyCatalog();
  const path = catalog.at('media/es.vtt');
  await writeFile(path, SPANISH, 'latin1');
  const { said } = await catalog.run(['captions', 'media/es.vtt']);
  expect(said.at(-1)).toBe(`Captions are in ${path}, and as they were in es.vtt.original.`);
  expect(await readFile(path, 'utf8')).toBe(SPANISH);
  expect(await readFile(`${path}.original`, 'latin1')).toBe(SPANISH);
  expect((await catalog.run(['captions', 'media/es.vtt'])).said).toEqual([
    'es.vtt is WebVTT in UTF-8 already. It stays as it is.',
  ]);
  await writeFile(path, SPANISH.replace('aquí', 'allí'), 'latin1');
  const again = await catalog.run(['captions', 'media/es.vtt']);
  expect(again.complaints).toEqual(['es.vtt is not converted: es.vtt.original is there already. Move one away.']);
  expect(await readFile(path, 'latin1')).toContain('allí');
  expect(await readFile(`${path}.original`, 'latin1')).toBe(SPANISH);
});

test('of many segments with the same fault, three are listed and the others are counted', async () => {
  const catalog = await copyCatalog();
  for (let index = 1; index < 14; index += 1) await rm(catalog.at(`${DEMO}/${String(index).padStart(3, '0')}.m4s`));
  const { said } = await catalog.run(['check', 'orieldemo01']);
  expect(said.filter((line) => line.includes('no such file'))).toHaveLength(3);
  expect(said.join('\n')).toContain('and 10 more beside it, the same');
});

test('a check of one video reports no faults of other videos, and prints JSON with --json', async () => {
  const catalog = await copyCatalog();
  await rm(catalog.at('media/sphere/poster.jpg'), { force: true });
  await truncate(catalog.at(`${DEMO}/003.m4s`), 10);
  expect((await catalog.run(['check', 'orielmp4001'])).succeeded).toBe(true);
  const { said } = await catalog.run(['check', 'orieldemo01', '--json']);
  expect(JSON.parse(said.join('\n'))).toEqual([
    expect.objectContaining({
      videoId: 'orieldemo01',
      file: `${DEMO}/003.m4s`,
      text: expect.stringContaining('cut off'),
    }),
  ]);
});

/** Adds a video of a small test stream to the catalog. */
async function addStream(catalog: CatalogCopy, name: string, index: number): Promise<void> {
  await cp(`tests/media/${name}`, catalog.at(`media/${name}`), { recursive: true });
  const video = JSON.parse(await catalog.read('videos/orieldemo01.json')) as Record<string, unknown>;
  const sources = { hls: `${name}/master.m3u8` };
  const text = JSON.stringify({ ...video, id: `film-test-${index}`, lengthSeconds: 0, sources, chapters: undefined });
  await writeFile(catalog.at(`videos/${name}.json`), text);
}

test('portrait and strip-shaped streams, and unmarked streams with rare key frames, have no findings', async () => {
  const catalog = await copyCatalog();
  for (const [index, name] of ['long-gop', 'portrait', 'strip'].entries()) await addStream(catalog, name, index);
  expect((await catalog.run(['check'])).said).toEqual(['9 videos checked: all is well.']);
});

test('a variable frame rate whose segment is shorter than its playlist says is found', async () => {
  const catalog = await copyCatalog();
  await addStream(catalog, 'variable-rate', 0);
  const { said } = await catalog.run(['check', 'film-test-0']);
  expect(said[0]).toContain('media/variable-rate/1.m4s: lasts 1.542 s, and media/variable-rate/index.m3u8 says 2');
});
