import { readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { LibraryChange, LibraryFindings, VideoLibrary } from '../../../../protocol/provider/video-library.ts';
import { DAY_MS } from '../../../../src/provider/settings/limits.ts';
import { createLibraryTasks } from '../../../../src/studio/library/do-library-task.ts';
import { runTool } from '../../../../src/studio/preparation/run-tool.ts';
import { acceptCaptions } from '../../../../src/studio/uploads/upload-rules.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFfmpeg } from '../../../end-to-end/support/video-files.ts';
import { openTestProvider } from '../../provider/support/test-provider.ts';
import { copyCatalog } from '../videos/catalog-copy.ts';

const LIBRARY = '/provider/api/library';
const SPHERE = `${LIBRARY}/videos/orielsphere`;

async function lab() {
  const copy = await copyCatalog();
  const clock = createFakeClock();
  let changes = 0;
  const doTask = createLibraryTasks(runTool);
  const provider = await openTestProvider({
    clock,
    uploads: {
      folder: copy.at('uploads'),
      catalogFolder: copy.folder,
      followLinks: false,
      acceptCaptions,
      doLibraryTask: doTask,
      prepare: async () => ({ ok: false, message: 'not in this test' }),
      run: runTool,
      onAdded: async () => void (changes += 1),
    },
  });
  const send = (method: string, path: string, body?: BodyInit | object, headers: Record<string, string> = {}) =>
    Promise.resolve(
      provider.fetch(
        new Request(`http://localhost${path}`, {
          method,
          headers,
          ...(body !== undefined && {
            body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
          }),
        }),
      ),
    );
  const list = async (query = ''): Promise<VideoLibrary> =>
    VideoLibrary.parse(await (await send('GET', `${LIBRARY}${query}`)).json());
  const change = async (method: string, path: string, body?: BodyInit | object): Promise<LibraryChange> =>
    LibraryChange.parse(await (await send(method, path, body)).json());
  const refusal = async (method: string, path: string, body?: BodyInit | object): Promise<[number, string]> => {
    const response = await send(method, path, body);
    const text = await response.text();
    return [
      response.status,
      (JSON.parse(text.slice(text.indexOf('{'))) as { error: { message: string } }).error.message,
    ];
  };
  const sphere = async () => (await list('?search=orielsphere')).videos[0];
  return { ...copy, clock, send, list, change, refusal, sphere, changeCount: () => changes };
}

test('every video is listed by title with its streams and files, and a search finds titles, ids and descriptions', async () => {
  const { list, run } = await lab();
  const { videos, matchCount, videoCount, broken, removed } = await list();
  expect([matchCount, videoCount, broken, removed]).toEqual([6, 6, [], []]);
  expect(videos.map(({ title }) => title)).toEqual(
    videos.map(({ title }) => title).toSorted((one, other) => one.localeCompare(other, 'en')),
  );
  expect(videos.find(({ id }) => id === 'orieldemo01')).toMatchObject({
    title: 'Four small worlds',
    description: '',
    lengthSeconds: 28,
    isListed: true,
    streams: ['HLS 240–720', 'MP4 240'],
    captions: [{ url: 'demo/captions.en.vtt', name: 'English' }, { name: 'Español' }],
    posterUrl: '/media/demo/poster.avif',
    playlists: [expect.any(String)],
  });
  await run(['edit', 'orielsphere', '--description', 'Früher Morgen']);
  const found = async (words: string) =>
    (await list(`?search=${encodeURIComponent(words)}`)).videos.map(({ id }) => id);
  expect(await found('morgen FRUHER')).toEqual(['orielsphere']);
  expect(await found('oriellive01')).toEqual(['oriellive01']);
  expect(await found('nothing of it')).toEqual([]);
  expect((await list('?after=4')).videos).toHaveLength(2);
});

test('an edit changes the texts and the listing, and an edit based on an older revision is refused without a change', async () => {
  const { change, refusal, sphere, snapshot, changeCount } = await lab();
  const revision = (await sphere())?.revision ?? '';
  const edited = await change('PATCH', SPHERE, { revision, title: 'Sun', description: 'One sun.', isListed: false });
  expect(edited.video).toMatchObject({ title: 'Sun', description: 'One sun.', isListed: false });
  expect(changeCount()).toBeGreaterThan(0);
  const before = await snapshot();
  expect(await refusal('PATCH', SPHERE, { revision, title: 'Other' })).toEqual([
    409,
    expect.stringContaining('was changed elsewhere in the meantime'),
  ]);
  expect(await refusal('PATCH', SPHERE, { revision: edited.video?.revision, title: ' ' })).toEqual([
    409,
    'A title has 1 to 500 characters.',
  ]);
  expect(await refusal('PATCH', SPHERE, '{"revision":1}')).toEqual([400, expect.stringContaining('revision')]);
  expect(await snapshot()).toEqual(before);
});

test('a removed video is listed for a week and can be restored', async () => {
  const { change, list, clock } = await lab();
  expect((await change('DELETE', SPHERE)).video).toBeNull();
  const { removed, videoCount } = await list();
  expect([videoCount, removed]).toEqual([
    5,
    [expect.objectContaining({ id: 'orielsphere', keptUntilMs: clock.now() + 7 * DAY_MS })],
  ]);
  const { video } = await change('POST', `${LIBRARY}/removed/${removed[0]?.name}/restore`);
  expect(video).toMatchObject({ id: 'orielsphere', playlists: [expect.any(String)] });
});

test('a removed video can be deleted for good before its week is over', async () => {
  const { change, list, refusal } = await lab();
  await change('DELETE', SPHERE);
  const path = `${LIBRARY}/removed/${(await list()).removed[0]?.name}`;
  await change('DELETE', path);
  expect((await list()).removed).toEqual([]);
  expect(await refusal('POST', `${path}/restore`)).toEqual([404, expect.stringContaining('It is there no more')]);
  expect((await refusal('DELETE', `${LIBRARY}/removed/..%2F..%2Fvideos`))[0]).toBe(404);
});

test('captions are added and removed, and captions without a language or cues are refused', async () => {
  const { change, refusal, at } = await lab();
  const cue = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nGr\u00FC\u00DFe\n', 'latin1');
  const added = await change('PUT', `${SPHERE}/captions/de.srt?encoding=windows-1252`, cue);
  expect(added.video?.captions).toEqual([{ url: 'orielsphere/captions-1.vtt', name: 'Deutsch', languageCode: 'de' }]);
  expect(await refusal('PUT', `${SPHERE}/captions/captions.srt`, cue)).toEqual([
    400,
    expect.stringContaining('does not say its language'),
  ]);
  expect((await refusal('PUT', `${SPHERE}/captions/de.srt`, 'no captions'))[0]).toBe(400);
  const url = encodeURIComponent('orielsphere/captions-1.vtt');
  expect((await change('DELETE', `${SPHERE}/captions?url=${url}`)).video?.captions).toEqual([]);
  expect(await readdir(at('media'))).not.toContain('orielsphere');
});

test.skipIf(!hasFfmpeg)('a poster is made from a given moment of the video', async () => {
  const { change, refusal } = await lab();
  const { video } = await change('PUT', `${SPHERE}/poster`, { seconds: 2 });
  expect(video?.posterUrl).toMatch(/^\/media\/orielsphere\/poster-\d+\/poster-small\.(?:avif|jpg)$/);
  expect(await refusal('PUT', `${SPHERE}/poster`, { seconds: 100 })).toEqual([
    409,
    'The moment is not within the video, which lasts 10 s.',
  ]);
});

test('a check reports the findings of npm run videos', async () => {
  const { send, edit, run } = await lab();
  await edit('media/demo/captions.es.vtt', () => 'WEBVTT\n');
  const response = await send('GET', `${LIBRARY}/videos/orieldemo01/check`);
  const { findings } = LibraryFindings.parse(await response.json());
  const { said } = await run(['check', 'orieldemo01']);
  expect(findings).toHaveLength(1);
  expect(said[0]).toBe(`orieldemo01  ${findings[0]}`);
});

test('changes of a missing video, of a broken description and of a busy catalog are refused with the reason', async () => {
  const { refusal, list, sphere, at, snapshot } = await lab();
  const edits = { revision: (await sphere())?.revision, title: 'New' };
  expect(await refusal('PATCH', `${LIBRARY}/videos/nosuchvideo`, edits)).toEqual([
    404,
    expect.stringContaining('This video is gone'),
  ]);
  await writeFile(at('videos/orielsphere.json'), '{ "id": ');
  const before = await snapshot();
  expect(await refusal('PATCH', SPHERE, edits)).toEqual([
    409,
    expect.stringMatching(
      /^Its description cannot be read any more: videos\/orielsphere\.json:1.*Mend it, and try again\.$/,
    ),
  ]);
  expect(await refusal('DELETE', `${LIBRARY}/videos/oriellive01`)).toEqual([
    409,
    expect.stringContaining('Which files other videos use is not known'),
  ]);
  expect((await list()).broken).toEqual([expect.stringContaining('videos/orielsphere.json:1')]);
  expect(await snapshot()).toEqual(before);
  await writeFile(at('.change.json'), JSON.stringify({ what: '', steps: [], processId: process.ppid }));
  expect(await refusal('DELETE', `${LIBRARY}/videos/oriellive01`)).toEqual([
    409,
    expect.stringContaining('is being changed by another command'),
  ]);
});

test.each([
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.example' }],
  ['another port of this machine', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:1' }],
  ['an opaque origin', { Origin: 'null' }],
])('a request from a page of %s is refused and changes nothing', async (_, headers) => {
  const { send, snapshot } = await lab();
  const before = await snapshot();
  for (const [method, path] of [
    ['GET', LIBRARY],
    ['GET', `${SPHERE}/check`],
    ['PATCH', SPHERE],
    ['DELETE', SPHERE],
    ['PUT', `${SPHERE}/captions/de.srt`],
    ['DELETE', `${SPHERE}/captions?url=x`],
    ['PUT', `${SPHERE}/poster`],
    ['POST', `${LIBRARY}/removed/orielsphere-1/restore`],
    ['DELETE', `${LIBRARY}/removed/orielsphere-1`],
  ] as const)
    expect((await send(method, path, method === 'GET' ? undefined : '{}', headers)).status, `${method} ${path}`).toBe(
      403,
    );
  expect(await snapshot()).toEqual(before);
});
