import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jpegSize } from '../../../../src/studio/videos/jpeg-size.ts';
import { CATALOG_FOLDER } from '../../provider/support/test-provider.ts';

test.each([
  ['a poster', 'demo/poster.jpg', { width: 1_280, height: 720 }],
  ['a sprite', 'demo/storyboard.jpg', { width: 800, height: 270 }],
])('the size of a JPEG file is read from its header: %s', async (_, file, size) => {
  expect(jpegSize(await readFile(join(CATALOG_FOLDER, 'media', file)))).toEqual(size);
});
