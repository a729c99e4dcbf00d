import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** An MP4 of a small test picture with a tone. `fillBytes` of it are nothing: it is large, and soon prepared. */
export async function makeVideo(path: string, seconds: number, fillBytes = 0): Promise<void> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=25:duration=${seconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await run('ffmpeg', ['-v', 'error', '-y', ...picture, ...sound, ...coding, path]);
  if (fillBytes === 0) return;
  const box = Buffer.alloc(fillBytes);
  box.writeUInt32BE(fillBytes, 0);
  box.write('free', 4, 'latin1');
  await writeFile(path, Buffer.concat([await readFile(path), box]));
}
