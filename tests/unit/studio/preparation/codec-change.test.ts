import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCodecChange } from '../../../../src/studio/preparation/codec-change.ts';
import { damageRefusal, damageRemark } from '../../../../src/studio/preparation/source-damage.ts';
import type { RunTool } from '../../../../src/studio/preparation/run-tool.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { makeVideo } from './support.ts';

const FILE_BYTES = 100_000;

/** Checks a file of 100 s whose second stream has the codec `later` from this byte on. */
async function changeFrom(changeByte: number, later: string): Promise<string | undefined> {
  const path = join(await temporaryFolder(), 'film.ts');
  await writeFile(path, Buffer.alloc(FILE_BYTES));
  const run: RunTool = async (_, { args, onLine }) => {
    const offset = Number(args[args.indexOf('-skip_initial_bytes') + 1]);
    const sound = { index: 1, id: '0x101', codec_name: offset < changeByte ? 'aac' : later };
    onLine?.(JSON.stringify({ streams: [{ index: 0, id: '0x100', codec_name: 'h264' }, sound] }));
  };
  return findCodecChange(makeVideo({ path, lengthSeconds: 100 }), run);
}

test('a codec change is reported with both codecs and its time, and not as damage', async () => {
  const change = await changeFrom(40_000, 'ac3');
  expect(change).toBe('From about 0:40 on, a stream is AC3 that is AAC at the beginning.');
  const damage = { errorCount: 5, firstSeconds: 50, isCutOff: false, codecChange: change };
  for (const sentence of [damageRemark(damage), damageRefusal(damage, 'ffmpeg ended with 1')]) {
    expect(sentence).toContain('AC3');
    expect(sentence).not.toMatch(/damaged|Copy it again/);
  }
});

test.each(['aac', 'unknown'])('a sound stream whose codec is %s at the end has no codec change', async (later) => {
  expect(await changeFrom(40_000, later)).toBeUndefined();
});
