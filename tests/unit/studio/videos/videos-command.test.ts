import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { changeCatalog, finishChange, type Step } from '../../../../src/studio/videos/catalog-change.ts';
import { copyCatalog } from './catalog-copy.ts';

/** The id of a process that has ended. */
const deadProcessId = (): number => spawnSync(process.execPath, ['--version']).pid;

test('the command lists every video with its length, streams and size', async () => {
  const { run } = await copyCatalog();
  const { succeeded, said } = await run([]);
  expect(succeeded).toBe(true);
  expect(said).toEqual([
    'id           length  size      listed  streams               title',
    'orielblockd  0:28    224.3 kB  yes     refused               Not for every site',
    'orieldemo01  0:28    4.2 MB    yes     HLS 240–720, MP4 240  Four small worlds',
    'oriellive01  –       3.7 MB    yes     live loop             Four small worlds, live without end',
    'orielmp4001  0:28    760.4 kB  yes     MP4 240               Four small worlds, one file',
    'orielnearby  0:28    759.2 kB  yes     MP4 240               Four small worlds, near you',
    'orielsphere  0:10    278.5 kB  yes     MP4 640, 360°         A plain under one sun, all around',
  ]);
  const { videos } = JSON.parse((await run(['list', '--json'])).said.join('\n')) as { videos: object[] };
  expect(videos[1]).toMatchObject({
    id: 'orieldemo01',
    lengthSeconds: 28,
    isListed: true,
    streams: ['HLS 240–720', 'MP4 240'],
  });
});

test('control characters in a title do not reach the terminal', async () => {
  const { run } = await copyCatalog();
  await run(['rename', 'orielmp4001', '--title', 'One\u001B[2J\u0007two\nthree "<b>" ../..']);
  const { said } = await run(['list']);
  expect(said.find((line) => line.startsWith('orielmp4001'))).toMatch(/MP4 240 +One \[2J two three "<b>" \.\.\/\.\.$/);
});

test('a new title changes nothing else in a description', async () => {
  const { run, edit, read } = await copyCatalog();
  await edit('videos/orielsphere.json', (text) => text.replace('{', '{\n\n   "isListed" :false,'));
  const before = await read('videos/orielsphere.json');
  const { succeeded, said } = await run(['rename', 'orielsphere', '--title', 'Say "hello" \\ ../']);
  expect([succeeded, said]).toEqual([true, [String.raw`orielsphere is now titled "Say \"hello\" \\ ../".`]]);
  expect(await read('videos/orielsphere.json')).toBe(
    before.replace('"A plain under one sun, all around"', String.raw`"Say \"hello\" \\ ../"`),
  );
});

test('a new id is written to the description and its playlists, and the video stays without findings', async () => {
  const { run, read, folder } = await copyCatalog();
  const { succeeded, said } = await run(['rename', 'orieldemo01', 'film-new_01']);
  expect([succeeded, said[0]]).toEqual([true, expect.stringContaining('also in playlists/PLorieldemolist001.json')]);
  expect((await readdir(`${folder}/videos`)).toSorted()).toEqual(
    ['film-new_01', 'orielblockd', 'oriellive01', 'orielmp4001', 'orielnearby', 'orielsphere']
      .map((id) => `${id}.json`)
      .toSorted(),
  );
  expect(JSON.parse(await read('playlists/PLorieldemolist001.json'))).toMatchObject({
    videoIds: ['film-new_01', 'orielmp4001', 'orielsphere'],
  });
  expect((await run(['check'])).said).toEqual(['6 videos checked: all is well.']);
});

test('a new id is also written to the suggestions of other videos, and nothing else in their descriptions changes', async () => {
  const { run, read } = await copyCatalog();
  const before = await read('videos/orieldemo01.json');
  const { said } = await run(['rename', 'orielsphere', 'film-new_02']);
  expect(said[0]).toContain('also in playlists/PLorieldemolist001.json, videos/orieldemo01.json.');
  expect(await read('videos/orieldemo01.json')).toBe(before.replace('"orielsphere"', '"film-new_02"'));
  expect((await run(['check'])).said).toEqual(['6 videos checked: all is well.']);
});

test('a rename keeps author, page and suggestions of a description', async () => {
  const { run, read } = await copyCatalog();
  const before = JSON.parse(await read('videos/orieldemo01.json')) as object;
  await run(['rename', 'orieldemo01', '--title', 'Other']);
  await run(['rename', 'orieldemo01', 'film-new_01']);
  expect(JSON.parse(await read('videos/film-new_01.json'))).toEqual({ ...before, id: 'film-new_01', title: 'Other' });
});

test('a removal names the videos that still suggest the removed video, and so does a check', async () => {
  const { run } = await copyCatalog();
  const { said } = await run(['remove', 'oriellive01', '--yes']);
  expect(said).toContain('videos/orieldemo01.json still suggests it in related. Take it out there.');
  expect((await run(['check'])).said).toEqual([
    'catalog  videos/orieldemo01.json: no such video: oriellive01. Take it out',
    expect.stringContaining('5 videos checked: 1 finding. The files are in '),
  ]);
});

test('an author’s picture is removed with the last video that names it, and a picture outside of media/ stays', async () => {
  const { run, at, edit } = await copyCatalog();
  await run(['remove', 'orieldemo01', '--from-playlists', '--yes']);
  expect(await readdir(at('media/demo'))).toContain('author.svg');
  await edit('videos/orielblockd.json', (text) => text.replace('demo/author.svg', '../playlists/../videos/a.svg'));
  await writeFile(at('videos/a.svg'), 'mine');
  await edit('videos/oriellive01.json', (text) =>
    text.replace('"author": "Oriel"', '"author": { "name": "Oriel", "picture": "demo/author.svg" }'),
  );
  await run(['remove', 'orielblockd', '--yes']);
  expect(await readdir(at('videos'))).toContain('a.svg');
  await run(['remove', 'oriellive01', '--yes']);
  expect(await readdir(at('media/demo'))).not.toContain('author.svg');
});

test('a video is removed with its files, except for files that another video uses', async () => {
  const { run, folder, at } = await copyCatalog();
  await writeFile(at('media/sphere/notes.txt'), 'mine');
  const { succeeded, said } = await run(['remove', 'orielsphere', '--from-playlists', '--yes']);
  expect([succeeded, said.at(-1)]).toEqual([
    true,
    expect.stringMatching(
      /^Removed orielsphere ".*", \d+ files, 278\.5 kB\. npm run videos -- restore orielsphere brings it back\.$/,
    ),
  ]);
  expect(await readdir(at('media/sphere'))).toEqual(['notes.txt']);
  await run(['remove', 'orieldemo01', '--from-playlists', '--yes']);
  // The live video loops the removed stream, and three other videos use its posters and its plain file.
  const left = await readdir(at('media/demo'));
  expect(left).toEqual(expect.arrayContaining(['master.m3u8', 'poster.jpg', 'progressive-240.mp4', 'v480']));
  for (const name of ['chapters.vtt', 'storyboard.vtt', 'storyboard.jpg']) expect(left).not.toContain(name);
  expect((await run(['check'])).said).toEqual(['4 videos checked: all is well.']);
  for (const id of ['orielmp4001', 'oriellive01', 'orielblockd', 'orielnearby'])
    await run(['remove', id, '--from-playlists', '--yes']);
  expect(await readdir(folder)).not.toContain('.change.json');
  expect(await readdir(at('media'))).toEqual(['.removed', 'sphere']);
  expect(await readdir(at('playlists'))).toEqual([]);
});

test('links are removed, and not their targets', async () => {
  const { run, at, folder } = await copyCatalog();
  await mkdir(at('elsewhere'));
  await rename(at('media/sphere'), at('elsewhere/sphere'));
  await symlink(at('elsewhere/sphere'), at('media/sphere'));
  const { said } = await run(['remove', 'orielsphere', '--from-playlists', '--yes']);
  expect(said[0]).toMatch(/files outside of media\/ stay/);
  expect(await readdir(`${folder}/elsewhere/sphere`)).not.toEqual([]);
  await rename(at('media/demo/progressive-240.mp4'), at('elsewhere/file.mp4'));
  await symlink(at('elsewhere/file.mp4'), at('media/demo/progressive-240.mp4'));
  await run(['remove', 'orieldemo01', '--from-playlists', '--yes']);
  await run(['remove', 'orielmp4001', '--from-playlists', '--yes']);
  await run(['remove', 'orielnearby', '--yes']);
  expect(await readdir(at('elsewhere'))).toContain('file.mp4');
  expect(await readdir(at('media/demo'))).not.toContain('progressive-240.mp4');
});

test('a removal does not delete files outside of media/ that a playlist names', async () => {
  const { run, at, edit } = await copyCatalog();
  await writeFile(at('precious.m4s'), 'mine');
  await edit('media/demo/v240/index.m3u8', (text) => text.replace('003.m4s', '../../../precious.m4s'));
  await run(['remove', 'orieldemo01', '--from-playlists', '--yes']);
  await run(['remove', 'oriellive01', '--yes']);
  expect(await readdir(at('.'))).toContain('precious.m4s');
});

test.for<readonly [string, readonly string[], string, string?]>([
  ['an unknown command', ['erase'], 'There is no command erase.'],
  ['the name of an object property as a command', ['constructor'], 'There is no command constructor.'],
  ['an unknown option', ['list', '--jason'], '--jason'],
  ['too many words', ['list', 'orieldemo01'], 'list takes other words'],
  ['an unknown video', ['check', 'nothing'], 'There is no video nothing. npm run videos lists them.'],
  ['a rename without a new id or title', ['rename', 'orieldemo01'], 'rename ID NEW-ID, or rename ID --title TEXT'],
  ['a rename to id and title', ['rename', 'orieldemo01', 'film-new_01', '--title', 'x'], 'rename ID NEW-ID, or'],
  ['an empty title', ['rename', 'orieldemo01', '--title', '  '], 'A title has 1 to 500 characters.'],
  ['an invalid id', ['rename', 'orieldemo01', '../../etc'], '../../etc is no id: eleven characters'],
  [
    'an id that is taken',
    ['rename', 'orieldemo01', 'orielsphere'],
    'videos/orielsphere.json is video orielsphere already.',
  ],
  [
    'the removal of a video in a playlist',
    ['remove', 'orieldemo01', '--yes'],
    'is in playlists/PLorieldemolist001.json. Say --from-playlists',
  ],
  ['a removal that is not confirmed', ['remove', 'oriellive01'], 'Say --yes to do it.'],
  ['a removal that is refused', ['remove', 'oriellive01'], 'Nothing was removed.', 'n'],
])('the command refuses %s in one line, and changes nothing', async ([, args, complaint, reply]) => {
  const { run, snapshot } = await copyCatalog();
  const before = await snapshot();
  const { succeeded, complaints } = await run(args, reply);
  expect([succeeded, complaints.length]).toEqual([false, 1]);
  expect(complaints[0]).toContain(complaint);
  expect(await snapshot()).toEqual(before);
});

test('a removal confirmed in a terminal removes the video', async () => {
  const { run, folder } = await copyCatalog();
  expect((await run(['remove', 'oriellive01'], 'y')).succeeded).toBe(true);
  expect(await readdir(`${folder}/videos`)).not.toContain('oriellive01.json');
});

test('no video is removed while a broken description may use its files', async () => {
  const { run, at, snapshot } = await copyCatalog();
  await writeFile(at('videos/orielmp4001.json'), '{');
  const before = await snapshot();
  const { complaints } = await run(['remove', 'oriellive01', '--yes']);
  expect(complaints[0]).toContain('Which files other videos use is not known: videos/orielmp4001.json:1:2');
  expect(await snapshot()).toEqual(before);
});

test('the option --help succeeds, and so does a list of an empty catalog', async () => {
  const { run, at } = await copyCatalog();
  expect(await run(['--help'])).toMatchObject({ succeeded: true, said: [expect.stringContaining('remove ID')] });
  await rm(at('videos'), { recursive: true });
  expect((await run([])).said).toEqual([expect.stringContaining('No videos in')]);
});

const STEPS: readonly Step[] = [
  { kind: 'write', path: 'videos/film-new_01.json', text: '{}' },
  { kind: 'write', path: 'playlists/PLorieldemolist001.json', text: '[]' },
  { kind: 'delete', path: 'videos/orieldemo01.json' },
  { kind: 'delete', path: 'media/sphere/master.m3u8' },
];

test.each([0, 1, 2, 3, 4])(
  'a change that was killed after %d of its steps is completed by the next command',
  async (count) => {
    const done = await copyCatalog();
    await changeCatalog(done.folder, { what: 'all', steps: STEPS }, process.pid);
    const killed = await copyCatalog();
    const change = { what: 'It was renamed.', steps: STEPS };
    await changeCatalog(killed.folder, { ...change, steps: STEPS.slice(0, count) }, process.pid);
    await writeFile(killed.at('.change.json'), JSON.stringify({ ...change, processId: deadProcessId() }));
    const { complaints } = await killed.run([]);
    expect(complaints[0]).toBe('A change that was interrupted is now done: It was renamed.');
    expect(await killed.snapshot()).toEqual(await done.snapshot());
    expect(await finishChange(killed.folder, process.pid)).toBeNull();
  },
);

test('a command is refused while a running process changes the catalog, or if a change record leads out of it', async () => {
  const { run, at, snapshot } = await copyCatalog();
  const parent = process.ppid;
  await writeFile(at('.change.json'), JSON.stringify({ what: '', steps: STEPS, processId: parent }));
  const before = await snapshot();
  expect((await run(['remove', 'oriellive01', '--yes'])).complaints[0]).toContain(
    'is being changed by another command',
  );
  expect(await snapshot()).toEqual(before);
  const steps = [{ kind: 'delete', path: '../precious' }];
  await writeFile(at('.change.json'), JSON.stringify({ what: '', steps, processId: parent }));
  expect((await run([])).complaints[0]).toContain('is no record of a change');
});

test('unfinished work of npm run add is listed, and is removed by clean unless that command is running', async () => {
  const { run, at } = await copyCatalog();
  const begin = async (name: string, processId: number): Promise<void> => {
    await mkdir(at(`media/${name}/film`), { recursive: true });
    await writeFile(
      at(`media/${name}/work.json`),
      JSON.stringify({ videoId: 'film-new_01', path: '/films/holiday.mov' }),
    );
    await writeFile(at(`media/${name}/process`), String(processId));
  };
  await begin('.add-one', deadProcessId());
  await begin('.add-two', process.ppid);
  const { said } = await run([]);
  expect(said.filter((line) => line.startsWith('Unfinished'))).toEqual([
    expect.stringMatching(/^Unfinished: \/films\/holiday\.mov, \d+ B in media\/\.add-one\. npm run add goes on/),
    expect.stringMatching(/Process \d+ is at it\.$/),
  ]);
  await run(['clean']);
  expect((await readdir(at('media'))).filter((name) => name.startsWith('.'))).toEqual(['.add-two']);
});

test('clean completes an interrupted addition that lacked only the description', async () => {
  const { run, at, read } = await copyCatalog();
  await mkdir(at('media/.add-one'));
  await writeFile(
    at('media/.add-one/work.json'),
    JSON.stringify({ videoId: 'film-new_01', path: '/films/holiday.mov' }),
  );
  await copyFile(at('videos/orieldemo01.json'), at('media/.add-one/description.json'));
  expect((await run(['clean'])).said[0]).toContain('was whole: it is video film-new_01 now.');
  expect(await read('videos/film-new_01.json')).toBe(await read('videos/orieldemo01.json'));
});
