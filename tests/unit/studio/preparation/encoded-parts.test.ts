import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EncodedParts, type Encoded } from '../../../../src/studio/preparation/encoded-parts.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const RENDITIONS = ['v240', 'v720'];

async function open() {
  const folder = await temporaryFolder();
  const parts = new EncodedParts(join(folder, 'work'), RENDITIONS);
  await mkdir(join(folder, 'work'));
  return { folder, parts, target: join(folder, 'video') };
}

const START: Encoded = { segmentCount: 0, startSeconds: 0, seconds: 0, isWhole: false };

interface Written {
  /** Segments that its playlist lists. */
  readonly listed: number;
  readonly isFinished?: boolean;
  readonly init?: string;
}

/** Writes the output of an encoder; if it is killed, with an unfinished segment that the playlist does not list. */
async function encode(run: string, text: string, renditions: readonly Written[]): Promise<void> {
  for (const [index, { listed, isFinished = false, init = 'init' }] of renditions.entries()) {
    const folder = join(run, RENDITIONS[index] ?? '');
    const names = Array.from({ length: listed }, (_, at) => `${String(at).padStart(5, '0')}.m4s`);
    for (const name of names) await writeFile(join(folder, name), `${text} ${name}`);
    if (!isFinished) await writeFile(join(folder, `${String(listed).padStart(5, '0')}.m4s`), 'begun');
    await writeFile(join(folder, 'init.mp4'), init);
    const lines = names.flatMap((name) => ['#EXTINF:2.002000,', name]);
    await writeFile(
      join(folder, 'index.m3u8'),
      ['#EXTM3U', ...lines, ...(isFinished ? ['#EXT-X-ENDLIST'] : [])].join('\n'),
    );
  }
}

test('a single finished run becomes the video', async () => {
  const { parts, target } = await open();
  await encode(await parts.begin(START), 'a', [
    { listed: 3, isFinished: true },
    { listed: 3, isFinished: true },
  ]);
  await parts.finish(START);
  expect(await parts.collect()).toMatchObject({ segmentCount: 3, isWhole: true });
  await parts.join(target);
  expect((await readdir(join(target, 'v240'))).toSorted()).toEqual(
    ['00000.m4s', '00001.m4s', '00002.m4s', 'index.m3u8', 'init.mp4'].toSorted(),
  );
});

test('killed runs are joined at the last segment that all their qualities have', async () => {
  const { parts, target } = await open();
  await encode(await parts.begin(START), 'a', [{ listed: 4 }, { listed: 3 }]);
  const once = await parts.collect();
  expect(once).toEqual({ segmentCount: 3, startSeconds: 0, seconds: expect.closeTo(6.006, 6), isWhole: false });
  await encode(await parts.begin(once), 'b', [{ listed: 1 }, { listed: 2 }]);
  const twice = await parts.collect();
  expect(twice).toMatchObject({ segmentCount: 4, isWhole: false });
  await encode(await parts.begin(twice), 'c', [
    { listed: 2, isFinished: true },
    { listed: 2, isFinished: true },
  ]);
  await parts.finish(twice);
  expect(await parts.collect()).toMatchObject({ segmentCount: 6, isWhole: true });
  for (const _ of ['once', 'again after it was interrupted']) {
    await parts.join(target);
    for (const rendition of RENDITIONS) {
      const texts = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((at) => readFile(join(target, rendition, `0000${at}.m4s`), 'utf8')),
      );
      expect(texts).toEqual(['a 00000.m4s', 'a 00001.m4s', 'a 00002.m4s', 'b 00000.m4s', 'c 00000.m4s', 'c 00001.m4s']);
      const playlist = await readFile(join(target, rendition, 'index.m3u8'), 'utf8');
      expect(playlist.match(/^#EXTINF:2\.002000,$/gm)).toHaveLength(6);
      expect(playlist).toContain('#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MAP:URI="init.mp4"\n');
    }
  }
});

test('a run that was terminated does not count as whole although its playlists are finished', async () => {
  const { parts } = await open();
  await encode(await parts.begin(START), 'a', [
    { listed: 3, isFinished: true },
    { listed: 2, isFinished: true },
  ]);
  for (const _ of ['once', 'after another restart'])
    expect(await parts.collect()).toMatchObject({ segmentCount: 1, isWhole: false });
});

test('an encoder that outlives its process cannot write into parts that another process has collected', async () => {
  const { parts } = await open();
  const run = await parts.begin(START);
  await encode(run, 'a', [{ listed: 1 }, { listed: 1 }]);
  await parts.collect();
  await expect(encode(run, 'late', [{ listed: 2 }])).rejects.toThrow('ENOENT');
});

test.each([
  ['another init segment, as of another version of the encoder', [{ listed: 2, init: 'other' }, { listed: 2 }]],
  ['no segment', [{ listed: 0 }, { listed: 2 }]],
] as const)('a run with %s is discarded', async (_, renditions) => {
  const { parts, folder } = await open();
  await encode(await parts.begin(START), 'a', [{ listed: 2 }, { listed: 2 }]);
  const first = await parts.collect();
  await encode(await parts.begin(first), 'b', renditions);
  expect(await parts.collect()).toEqual(first);
  expect(await readdir(join(folder, 'work'))).toEqual(['part-0']);
});
