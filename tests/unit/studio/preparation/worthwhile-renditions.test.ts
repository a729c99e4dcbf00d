import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { interrupted, PreparationFault } from '../../../../src/studio/preparation-fault.ts';
import { ladderOf } from '../../../../src/studio/preparation/renditions.ts';
import type { RunTool } from '../../../../src/studio/preparation/run-tool.ts';
import { worthwhileRenditions } from '../../../../src/studio/preparation/worthwhile-renditions.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { makeVideo, PICTURE } from './support.ts';

const keptAs = async (): Promise<string> => join(await temporaryFolder(), 'left-out.json');
const RENDITIONS = ladderOf(PICTURE, ['h264', 'av1']);

/** Compares with an ffmpeg that prints, for each place, likenesses of the pairs 240–360, 360–480 and 480–720. */
async function leftWith(likenesses: readonly (readonly number[])[], lengthSeconds = 100) {
  const asked: string[] = [];
  const run: RunTool = async (_, { args, onLine }) => {
    const place = asked.push(args[args.indexOf('-ss') + 1] ?? '') - 1;
    for (const [pair, likeness] of (likenesses[place] ?? []).entries()) {
      onLine?.('frame:0    pts:0       pts_time:0');
      onLine?.(`lavfi.ssim.Y=${likeness}`);
      onLine?.(`lavfi.ssim.U=0.5`);
      onLine?.(`pair=${pair}`);
    }
  };
  const video = makeVideo({ lengthSeconds });
  const { renditions, remarks } = await worthwhileRenditions({
    video,
    renditions: RENDITIONS,
    run,
    keptAs: await keptAs(),
  });
  return { names: renditions.map(({ name }) => name), remarks, asked };
}

test('a quality that nowhere shows more than the next lower quality is left out in every codec, with a remark', async () => {
  const { names, remarks, asked } = await leftWith([
    [0.99, 0.999, 0.999],
    [0.999, 0.999, 0.998],
  ]);
  expect(asked).toEqual(['10.000', '30.000', '50.000', '70.000', '90.000']);
  expect(names).toEqual(['v240', 'v360', 'v720', 'v240-av1', 'v360-av1', 'v720-av1']);
  expect(remarks).toEqual(['854×480 is left out: it would show no more than the quality below.']);
});

test('a video in which nothing can be compared keeps all qualities', async () => {
  expect(await leftWith([])).toMatchObject({ names: RENDITIONS.map(({ name }) => name), remarks: [] });
});

test('if the comparison fails, all qualities are kept, and an interruption is passed on', async () => {
  const video = makeVideo();
  const failing = (): Promise<void> => Promise.reject(new PreparationFault('ffmpeg ended with 1'));
  expect(await worthwhileRenditions({ video, renditions: RENDITIONS, run: failing, keptAs: await keptAs() })).toEqual({
    renditions: RENDITIONS,
    remarks: [],
  });
  const ended = (): Promise<void> => Promise.reject(interrupted());
  await expect(
    worthwhileRenditions({ video, renditions: RENDITIONS, run: ended, keptAs: await keptAs() }),
  ).rejects.toThrow('Interrupted');
});

test('a resumed run uses the stored comparison instead of comparing again', async () => {
  const path = await keptAs();
  await writeFile(path, '["854×480"]');
  const run: RunTool = () => Promise.reject(new Error('compared again'));
  const video = makeVideo();
  const { renditions } = await worthwhileRenditions({ video, renditions: RENDITIONS, run, keptAs: path });
  expect(renditions.map(({ name }) => name)).toEqual(['v240', 'v360', 'v720', 'v240-av1', 'v360-av1', 'v720-av1']);
});
