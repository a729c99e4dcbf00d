import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findProgram,
  freePorts,
  isListening,
  temporaryFolder,
  TestProcess,
} from '../../../support/cluster/programs.ts';

/** Debian's `libnginx-mod-rtmp`; `ORIEL_RTMP_MODULE` names another one. */
const MODULES = [process.env['ORIEL_RTMP_MODULE'] ?? '', '/usr/lib/nginx/modules/ngx_rtmp_module.so'];
export const RTMP_MODULE = findProgram('nginx') === undefined ? undefined : MODULES.find((path) => existsSync(path));

const SOURCE = [
  '-re',
  '-f',
  'lavfi',
  '-i',
  'testsrc2=size=160x90:rate=12',
  '-re',
  '-f',
  'lavfi',
  '-i',
  'sine=frequency=440',
];
const CODING = [
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  '-g',
  '12',
  '-c:a',
  'aac',
  '-ar',
  '44100',
];

/** Writes `live.m3u8` into the folder: ffmpeg publishes, nginx cuts segments of a second. */
export async function startRtmp(hlsFolder: string): Promise<{ stop(): Promise<void> }> {
  const folder = await temporaryFolder('rtmp');
  const [port = 0] = await freePorts(1);
  const main = join(folder.path, 'nginx.conf');
  await writeFile(
    main,
    `${process.getuid?.() === 0 ? 'user root;' : ''} load_module ${RTMP_MODULE}; daemon off; pid ${folder.path}/nginx.pid;
    error_log ${folder.path}/error.log; events { worker_connections 64; }
    rtmp { server { listen 127.0.0.1:${port}; application studio {
      live on; hls on; hls_path ${hlsFolder}; hls_fragment 1s; hls_playlist_length 10s; } } }`,
  );
  const server = new TestProcess(
    () => spawn(findProgram('nginx') ?? '', ['-p', folder.path, '-c', main], { stdio: ['ignore', 'pipe', 'pipe'] }),
    () => isListening(port),
  );
  await server.start();
  const address = `rtmp://127.0.0.1:${port}/studio/live`;
  const encoder = spawn('ffmpeg', ['-v', 'error', '-nostdin', ...SOURCE, ...CODING, '-f', 'flv', address], {
    stdio: 'ignore',
  });
  return {
    async stop() {
      await end(encoder);
      await server.kill('SIGTERM');
      await folder.remove();
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
