// @module-tag thorough
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { captionsThread } from '../../../../src/studio/uploads/captions-thread.ts';
import { buildScript } from '../../provider/support/database-process.ts';

const built = await buildScript('src/server/captions.ts');
afterAll(() => built.remove());
const accept = captionsThread(pathToFileURL(built.script));

test('captions are converted while the thread that serves goes on', async () => {
  let turns = 0;
  const turn = setInterval(() => (turns += 1));
  const cue = '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n';
  const bytes = Buffer.from(cue.repeat(Math.floor(1_000_000 / cue.length)));
  const accepted = await accept('film.en.srt', bytes, { number: 1 });
  clearInterval(turn);
  expect(accepted).toMatchObject({ file: '1.en.vtt', remarks: [] });
  expect(accepted.webVtt).toContain('00:00:01.000 --> 00:00:02.000\nHello');
  expect(turns).toBeGreaterThan(1);
});

test('a file that is refused there is refused with the same reason', async () => {
  const refused = Promise.resolve(accept('film.en.srt', Buffer.from('nothing'), { number: 1 }));
  await expect(refused).rejects.toMatchObject({ name: 'UploadRefusal', status: 400 });
});
