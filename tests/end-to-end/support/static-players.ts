import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStaticHost, type StaticHost } from './static-host.ts';

export interface StaticPlayers extends StaticHost {
  readonly folder: string;
  /** Writes the built players into the folder, by options of `.build/build-static.mjs`. */
  build(...options: readonly string[]): void;
}

/** A host of an empty folder, which goes with it. */
export async function openStaticPlayers(): Promise<StaticPlayers> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-static-'));
  const host = await startStaticHost(folder);
  return {
    ...host,
    folder,
    build(...options) {
      const words = ['.build/build-static.mjs', ...options, '--out', folder];
      const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
    },
    async stop() {
      await host.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
