import { CAPTION_FORMAT_NAMES } from '../../../../protocol/provider/caption-formats.ts';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { captionSource, type CaptionSource } from '../../../../src/studio/captions/caption-source.ts';
import { publishCaptions } from '../../../../src/studio/captions/publish-captions.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const TRACK: CaptionSource = {
  ...{ path: null, index: 2, codec: 'subrip', languageCode: 'de', title: null, isForced: false, isForHearing: false },
};
const CUE = '1\n00:00:01,000 --> 00:00:02,000\nHallo\n';

async function publish(sources: (folder: string) => readonly CaptionSource[], tracks: readonly string[] = []) {
  const folder = await temporaryFolder();
  const rest = [...tracks];
  const publishing = publishCaptions({
    ...{ video: { path: '/film.mkv', originSeconds: 0 }, videoId: 'film-titles', folder, sources: sources(folder) },
    run: async (args) => writeFile(join(folder, args.at(-1) ?? ''), rest.shift() ?? ''),
  });
  return { folder, publishing };
}

test('a caption track without cues is left out, and the files of the other tracks are numbered without a gap', async () => {
  const { folder, publishing } = await publish(() => [TRACK, TRACK, TRACK], [CUE, '', CUE]);
  const { captions, remarks } = await publishing;
  expect(captions.map(({ url, name }) => [url, name])).toEqual([
    ['film-titles/captions-1.vtt', 'Deutsch'],
    ['film-titles/captions-2.vtt', 'Deutsch 2'],
  ]);
  expect(remarks).toEqual([
    `The track of captions in stream 2 has no captions that can be read: it is not ${CAPTION_FORMAT_NAMES}. It is left out.`,
  ]);
  expect((await readdir(folder)).toSorted()).toEqual(['captions-1.vtt', 'captions-2.vtt']);
  expect(await readFile(join(folder, 'captions-2.vtt'), 'utf8')).toContain('Hallo');
});

test('a captions file of a hundred megabytes is refused before it is read', async () => {
  const { folder, publishing } = await publish((at) => [captionSource(join(at, 'de.srt'))]);
  await expect(publishing).rejects.toThrow('There is no file');
  await writeFile(join(folder, 'de.srt'), CUE);
  await truncate(join(folder, 'de.srt'), 100_000_000);
  const before = process.memoryUsage().rss;
  const large = publishCaptions({
    ...{ video: { path: '/film.mkv', originSeconds: 0 }, videoId: 'film-titles', folder },
    sources: [captionSource(join(folder, 'de.srt'))],
    run: () => Promise.reject(new Error('nothing is run')),
  });
  await expect(large).rejects.toThrow('de.srt is too large for captions: at most 4 MiB are read.');
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
});
