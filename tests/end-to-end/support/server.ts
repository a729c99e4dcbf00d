import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunningServer {
  readonly port: number;
  /** Two names of this machine make two origins: one for the host page, one for the player. */
  readonly hostOrigin: string;
  readonly playerOrigin: string;
  /** Everything the server has printed. */
  readonly output: () => string;
  /** Kills the process as a power cut would, or ends it gracefully. */
  stop(how?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

/** Timeout for a busy machine: below that of a test, so that the output says how far it came. */
const START_TIMEOUT_MS = 100_000;

/** Starts the product built in a checkout, as `npm start` does, on a free port with a separate data folder. */
export async function startServer(environment: Environment = {}, checkout = '.'): Promise<RunningServer> {
  const ownData = environment['ORIEL_DATA_DIR'] === undefined ? await mkdtemp(join(tmpdir(), 'oriel-data-')) : null;
  const removeOwnData = async (): Promise<void> => {
    if (ownData !== null) await rm(ownData, { recursive: true, force: true });
  };
  const child = spawn(process.execPath, ['dist/provider/server.js'], {
    cwd: checkout,
    env: { ...process.env, PORT: '0', ...(ownData === null ? {} : { ORIEL_DATA_DIR: ownData }), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const note = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const timeout = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  const port = await new Promise<number>((resolve, reject) => {
    // Only until it is found: the output of a server that many files share grows long.
    const check = (): void => {
      const found = /https?:\/\/[^\s:]+:(\d+)[^\n]*\n/.exec(output)?.[1];
      if (found === undefined) return;
      child.stdout.off('data', check);
      resolve(Number(found));
    };
    child.stdout.on('data', check);
    child.once('exit', () => reject(new Error(`the server did not start:\n${output}`)));
  }).catch(async (error: unknown) => {
    await removeOwnData();
    throw error;
  });
  clearTimeout(timeout);
  return {
    port,
    hostOrigin: `http://localhost:${port}`,
    playerOrigin: `http://127.0.0.1:${port}`,
    output: () => output,
    async stop(how = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill(how);
        await ended;
      }
      await removeOwnData();
    },
  };
}
