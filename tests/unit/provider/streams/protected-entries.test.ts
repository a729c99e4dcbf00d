import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boxAt } from '../../../../src/provider/streams/mp4/boxes.ts';
import { tracksOf } from '../../../../src/provider/streams/mp4/tracks.ts';
import { readCodecNames } from '../../../../src/provider/streams/segment-facts.ts';
import { protectInit } from '../../../support/encryption/protect-init.ts';
import { CATALOG_FOLDER } from '../support/test-provider.ts';

const PROTECTION = { keyId: Buffer.alloc(16, 1), key: Buffer.alloc(16, 2), constantIv: Buffer.alloc(16, 3) };

test.each([
  ['pictures', 'v240'],
  ['sound', 'audio'],
])('encrypted %s keep the codec and the size of their init segment', async (_, folder) => {
  const open = await readFile(join(CATALOG_FOLDER, 'media/demo', folder, 'init.mp4'));
  const closed = protectInit(open, { ...PROTECTION, scheme: 'cbcs' });
  const codecs = (init: Buffer) => tracksOf(boxAt(init, 'moov') as Buffer).map(({ codec, width }) => [codec, width]);
  expect(codecs(closed)).toEqual(codecs(open));
  expect(readCodecNames(closed)).toEqual(readCodecNames(open));
});
