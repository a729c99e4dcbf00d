import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { temporaryFolder } from '../../support/cluster/programs.ts';
import type { Environment } from './server.ts';

export interface KeptServer {
  readonly port: number;
  /** Ends the process as `systemctl restart` does; resolves when the next one is ready. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Replaces systemd with a unit of the kind `socket`: holds the socket, and gives it to one process after the other, by
 * the names that `sd_listen_fds(3)` describes.
 */
const SCRIPT = `
  trap 'kill -TERM $child; wait $child; exit' TERM
  while :; do
    sh -c 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" dist/provider/server.js' "$0" & child=$!
    trap 'kill -TERM $child' HUP
    wait $child; while kill -0 $child 2>/dev/null; do wait $child; done
  done`;

/** The built product at a port that stays open between two of its processes. */
export async function startKeptServer(environment: Environment): Promise<KeptServer> {
  const data = await temporaryFolder('kept-server');
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  // Node's own descriptor of it, which its types leave out.
  const { fd } = (socket as unknown as { readonly _handle: { readonly fd: number } })._handle;
  const keeper = spawn('sh', ['-c', SCRIPT, process.execPath], {
    env: { ...process.env, ...environment, ORIEL_DATA_DIR: data.path, ORIEL_LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe', fd],
  });
  let output = '';
  for (const stream of [keeper.stdout, keeper.stderr])
    stream?.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  // From now on the keeper alone has it: here, connections would be accepted.
  socket.close();
  const untilReady = async (count: number): Promise<void> => {
    while (output.split('Oriel is ready').length <= count) {
      if (keeper.exitCode !== null) throw new Error(`the server did not start:\n${output}`);
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
  };
  await untilReady(1);
  return {
    port,
    async restart() {
      const before = output.split('Oriel is ready').length - 1;
      keeper.kill('SIGHUP');
      await untilReady(before + 1);
    },
    async stop() {
      const ended = once(keeper, 'exit');
      keeper.kill('SIGTERM');
      await ended;
      await data.remove();
    },
  };
}
