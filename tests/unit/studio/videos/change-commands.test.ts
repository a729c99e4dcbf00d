import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../../src/provider/settings/limits.ts';
import { hasFfmpeg } from '../../../end-to-end/support/video-files.ts';
import { copyCatalog, NOW_MS, type CatalogCopy } from './catalog-copy.ts';

/** Descriptions, playlists and media, without the folder of removed videos. */
async function catalogOf({ snapshot }: CatalogCopy): Promise<Record<string, string>> {
  const files = Object.entries(await snapshot());
  return Object.fromEntries(files.filter(([name]) => !name.startsWith('media/.')));
}

test('an edit of description and listing changes only these fields, and can be reverted', async () => {
  const { run, read } = await copyCatalog();
  const before = await read('videos/orielsphere.json');
  const { said } = await run(['edit', 'orielsphere', '--description', 'A "plain"\nand a sun.', '--listed', 'no']);
  expect(said).toEqual(['orielsphere has a new description, is unlisted: it still plays where it is embedded.']);
  const changed = await read('videos/orielsphere.json');
  expect(JSON.parse(changed)).toEqual({
    ...(JSON.parse(before) as object),
    description: 'A "plain"\nand a sun.',
    isListed: false,
  });
  expect((await run(['check', 'orielsphere'])).succeeded).toBe(true);
  await run(['edit', 'orielsphere', '--description', '', '--listed', 'yes']);
  expect(await read('videos/orielsphere.json')).toBe(before);
  expect((await run(['edit', 'orielsphere', '--listed', 'yes'])).said).toEqual(['orielsphere is like that already.']);
});

test('a removed video can be restored within a week with all its files and its place in every playlist', async () => {
  const copy = await copyCatalog();
  const { run } = copy;
  const before = await catalogOf(copy);
  await run(['remove', 'orieldemo01', '--from-playlists', '--yes']);
  await run(['remove', 'orielsphere', '--from-playlists', '--yes'], undefined, NOW_MS + 1);
  expect((await run([])).said.filter((line) => line.startsWith('Removed'))).toEqual([
    expect.stringContaining('Removed: orielsphere "A plain under one sun, all around", 278.5 kB. npm run videos'),
    expect.stringContaining('Removed: orieldemo01 "Four small worlds"'),
  ]);
  expect((await run(['clean'], undefined, NOW_MS + 7 * DAY_MS - 1)).said).toEqual(['Nothing is unfinished.']);
  expect((await run(['restore', 'orielsphere'])).said).toEqual(['orielsphere is back.']);
  expect((await run(['restore', 'orieldemo01'])).said).toEqual(['orieldemo01 is back.']);
  const after = await catalogOf(copy);
  expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
  for (const [name, text] of Object.entries(before))
    if (name.startsWith('playlists/')) expect(JSON.parse(after[name] ?? '')).toEqual(JSON.parse(text));
    else expect(after[name] === text, name).toBe(true);
  expect(await readdir(copy.at('media'))).not.toContain('.removed');
});

test('a playlist that held only the removed video is restored with it, and another video’s description is not overwritten', async () => {
  const copy = await copyCatalog();
  const { run, at, read, snapshot } = copy;
  await writeFile(at('playlists/PLone.json'), '{ "id": "PLone", "title": "One", "videoIds": ["oriellive01"] }');
  const { succeeded } = await run(['remove', 'oriellive01', '--from-playlists', '--yes']);
  expect([succeeded, await readdir(at('playlists'))]).toEqual([true, ['PLorieldemolist001.json']]);
  await writeFile(at('videos/oriellive01.json'), await read('videos/orielmp4001.json'));
  const before = await snapshot();
  expect((await run(['restore', 'oriellive01'])).complaints).toEqual([
    'videos/oriellive01.json is video orielmp4001 meanwhile. Remove that one first.',
  ]);
  expect(await snapshot()).toEqual(before);
  await rm(at('videos/oriellive01.json'));
  await run(['restore', 'oriellive01']);
  expect(JSON.parse(await read('playlists/PLone.json'))).toMatchObject({ title: 'One', videoIds: ['oriellive01'] });
  expect((await run(['check'])).said).toEqual(['6 videos checked: all is well.']);
});

test('a removed video is deleted for good by clean after a week, by clean --removed at once, and by remove --for-good', async () => {
  const { run, at } = await copyCatalog();
  const aside = (): Promise<string[]> => readdir(at('media/.removed'));
  await run(['remove', 'oriellive01', '--yes']);
  expect(await aside()).toEqual([`oriellive01-${NOW_MS}`]);
  const { said } = await run(['clean'], undefined, NOW_MS + 7 * DAY_MS);
  expect(said).toEqual([
    expect.stringMatching(/^oriellive01 "Four small worlds, live without end", .* is gone for good\.$/),
  ]);
  expect(await aside()).toEqual([]);
  await run(['remove', 'orielnearby', '--yes']);
  await run(['clean', '--removed']);
  expect(await aside()).toEqual([]);
  await run(['remove', 'orielsphere', '--from-playlists', '--yes', '--for-good']);
  expect(await aside()).toEqual([]);
  await expect(access(at('media/sphere'))).rejects.toThrow();
  expect((await run(['restore', 'orielsphere'])).complaints).toEqual([
    'There is no removed video orielsphere. npm run videos lists them.',
  ]);
});

test('captions are added, replace a track of the same language and kind, and are removed', async () => {
  const { run, at, read } = await copyCatalog();
  await mkdir(at('mine'));
  const cue = (text: string): string => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;
  const tracks = async () => (JSON.parse(await read('videos/orielsphere.json')) as { captions: object[] }).captions;
  await writeFile(at('mine/de.srt'), cue('Erste'));
  expect((await run(['captions', 'orielsphere', at('mine/de.srt')])).said).toEqual([
    'orielsphere has captions: Deutsch.',
  ]);
  expect(await tracks()).toEqual([
    { url: 'orielsphere/captions-1.vtt', languageCode: 'de', name: 'Deutsch', kind: 'subtitles', isDefault: true },
  ]);
  await writeFile(at('mine/de.forced.srt'), cue('Erzwungen'));
  await run(['captions', 'orielsphere', at('mine/de.forced.srt')]);
  await writeFile(at('mine/de.srt'), cue('Zweite'));
  expect((await run(['captions', 'orielsphere', at('mine/de.srt')])).said).toEqual([
    'orielsphere has new captions: Deutsch.',
  ]);
  expect(await tracks()).toMatchObject([
    { url: 'orielsphere/captions-3.vtt', name: 'Deutsch', isDefault: true },
    { url: 'orielsphere/captions-2.vtt', name: 'Deutsch (Forced)', isDefault: false },
  ]);
  expect(await read('media/orielsphere/captions-3.vtt')).toContain('Zweite');
  expect(await readdir(at('media/orielsphere'))).toEqual(['captions-2.vtt', 'captions-3.vtt']);
  expect((await run(['captions', 'orielsphere', '--without', 'de'])).complaints[0]).toContain(
    'Name one of its captions: orielsphere/captions-3.vtt (Deutsch), ',
  );
  await run(['captions', 'orielsphere', '--without', 'orielsphere/captions-3.vtt']);
  await run(['captions', 'orielsphere', '--without', 'de']);
  expect([await tracks(), await readdir(at('media'))]).toEqual([[], ['demo', 'sphere']]);
  expect((await run(['check'])).succeeded).toBe(true);
});

test('a change is refused with the name of a folder that cannot be written, before anything changes', async () => {
  const copy = await copyCatalog();
  const { run, at } = copy;
  await writeFile(at('de.srt'), '1\n00:00:01,000 --> 00:00:02,000\nHallo\n');
  await writeFile(at('media/orielsphere'), 'a file');
  const before = await copy.snapshot();
  expect((await run(['captions', 'orielsphere', at('de.srt')])).complaints).toEqual([
    expect.stringContaining(`A part of the path ${at('media/orielsphere')} is a file, and no folder`),
  ]);
  expect(await copy.snapshot()).toEqual(before);
});

test('removed captions stay on the disk while another part of the catalog uses their file', async () => {
  const { run, at } = await copyCatalog();
  // The stream of the same video also names this file.
  await run(['captions', 'orieldemo01', '--without', 'es']);
  expect(await readdir(at('media/demo'))).toContain('captions.es.vtt');
});

test.skipIf(!hasFfmpeg)(
  'a poster is made from a moment of the best rendition, under a new address with the time of the change',
  async () => {
    const { run, at, read } = await copyCatalog();
    expect((await run(['poster', 'orieldemo01', '--at', '0:20'])).said).toEqual(['orieldemo01 has a new poster.']);
    const { posters } = JSON.parse(await read('videos/orieldemo01.json')) as { posters: { url: string }[] };
    expect(posters).toContainEqual({
      url: `orieldemo01/poster-${NOW_MS}/poster.jpg`,
      mimeType: 'image/jpeg',
      width: 1280,
      height: 720,
    });
    expect(await readdir(at('media'))).not.toContain('.new');
    expect((await run(['check', 'orieldemo01'])).succeeded).toBe(true);
    // The earlier posters are shared with other videos.
    expect(await readdir(at('media/demo'))).toContain('poster.jpg');
    await run(['poster', 'orieldemo01', '--at', '1'], undefined, NOW_MS + 1);
    expect(await readdir(at('media/orieldemo01'))).toEqual([`poster-${NOW_MS + 1}`]);
  },
);

test.for<readonly [string, readonly string[], string]>([
  ['an edit of nothing', ['edit', 'orieldemo01'], 'Say what is to change'],
  ['a description that is too long', ['edit', 'orieldemo01', '--description', 'x'.repeat(5_001)], 'at most 5000 char'],
  ['an invalid value of --listed', ['edit', 'orieldemo01', '--listed', 'maybe'], '--listed is yes or no.'],
  ['a poster without a moment', ['poster', 'orieldemo01'], 'Say the moment: --at 1:23'],
  ['a poster after the end', ['poster', 'orieldemo01', '--at', '0:28'], 'not within the video, which lasts 28 s.'],
  ['captions without a language', ['captions', 'orieldemo01', 'captions.srt'], 'does not say its language'],
  ['the removal of missing captions', ['captions', 'orieldemo01', '--without', 'fr'], 'Name one of its captions: '],
  ['a restoration of nothing', ['restore', 'orieldemo01'], 'There is no removed video orieldemo01.'],
])('the command refuses %s in one line, and changes nothing', async ([, args, complaint]) => {
  const { run, snapshot } = await copyCatalog();
  const before = await snapshot();
  const { succeeded, complaints } = await run(args);
  expect([succeeded, complaints.length]).toEqual([false, 1]);
  expect(complaints[0]).toContain(complaint);
  expect(await snapshot()).toEqual(before);
});
