import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMediaFolder } from '../../../../src/provider/catalog/loading/media-folder.ts';
import { readStoryboard } from '../../../../src/provider/catalog/loading/side-files.ts';
import { storyboardOf, storyboardVtt } from '../../../../src/studio/preparation/picture-commands.ts';
import { ProgressLine } from '../../../../src/studio/preparation/progress-line.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test.each([28, 1, 3_600, 36_000])(
  'the catalog reads the storyboard of a video of %d s with the layout in which it was written',
  async (seconds) => {
    const folder = await temporaryFolder();
    const storyboard = storyboardOf(seconds, { width: 1280, height: 720 });
    await writeFile(join(folder, 'storyboard.jpg'), '');
    await writeFile(join(folder, 'storyboard.vtt'), storyboardVtt(storyboard, 'storyboard.jpg'));
    const read = await readStoryboard('storyboard.vtt', openMediaFolder(folder, { followLinks: false }));
    const { tileCount, intervalSeconds, tileHeight } = storyboard;
    expect(read).toMatchObject({ tileWidth: 160, tileHeight, tileCount, intervalSeconds });
    expect(tileCount).toBeLessThanOrEqual(100);
    expect(tileCount * intervalSeconds).toBeGreaterThanOrEqual(seconds);
  },
);

test('a terminal shows each progress with the remaining time, and other outputs get a line now and then', () => {
  let nowMs = 0;
  const [said, shown]: [string[], string[]] = [[], []];
  const now = () => nowMs;
  const terminal = new ProgressLine({ say: () => undefined, rewrite: (line) => shown.push(line), now });
  const plain = new ProgressLine({ say: (line) => said.push(line), now });
  for (const [atMs, share] of [
    [1_000, 0.01],
    [10_000, 0.25],
    [12_000, 0.5],
    [20_000, 1],
  ] as const) {
    nowMs = atMs;
    terminal.show('encoding', share);
    plain.show('encoding', share);
  }
  terminal.end();
  expect(shown.map((line) => line.replace(/^[█░]+ +/, ''))).toEqual([
    '1 %  encoding',
    '25 %  encoding, 30 s left',
    '50 %  encoding, 12 s left',
    '100 %  encoding',
    '',
  ]);
  expect(said.map((line) => line.length > 24)).toEqual([true, true]);
});
