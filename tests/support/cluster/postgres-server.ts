import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, freePorts, temporaryFolder, TestProcess } from './programs.ts';

/** Folder of PostgreSQL's programs: Debian has a folder for each version. */
export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((one, other) => Number(other) - Number(one)) : [];
  const own = versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  const inPath = findProgram('initdb')?.replace(/\/initdb$/, '');
  return own ?? inPath;
}

/** PostgreSQL refuses to run as root: for root, the user that its package created runs it. */
function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined || gid === undefined) throw new Error('PostgreSQL needs a user that is not root.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** A PostgreSQL server of a test, with a separate data folder. */
export class PostgresServer {
  readonly process: TestProcess;
  readonly #port: number;
  readonly #bin: string;
  readonly #remove: () => Promise<void>;

  private constructor(bin: string, port: number, process: TestProcess, remove: () => Promise<void>) {
    this.#bin = bin;
    this.#port = port;
    this.process = process;
    this.#remove = remove;
  }

  /** `options` are settings of the server, such as `fsync=off`. */
  static async start(bin: string, options: readonly string[] = []): Promise<PostgresServer> {
    const user = postgresUser();
    const folder = await temporaryFolder('postgres', user);
    const data = join(folder.path, 'data');
    const asUser = { ...user, cwd: folder.path, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } };
    execFileSync(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'oriel', '-E', 'UTF8', '--no-sync'], {
      ...asUser,
      stdio: 'pipe',
    });
    const [port = 0] = await freePorts(1);
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...options];
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const isReady = (): Promise<boolean> =>
      new Promise((resolve) => {
        const asked = spawn(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]);
        asked.once('exit', (code) => resolve(code === 0));
      });
    const server = new TestProcess(() => spawn(join(bin, 'postgres'), args, asUser), isReady);
    await server.start();
    return new PostgresServer(bin, port, server, folder.remove);
  }

  /** Address of a new, empty database. */
  createDatabase(name: string): string {
    const args = ['-h', '127.0.0.1', '-p', String(this.#port), '-U', 'oriel', name];
    execFileSync(join(this.#bin, 'createdb'), args, { stdio: 'pipe' });
    return `postgres://oriel@127.0.0.1:${this.#port}/${name}`;
  }

  async stop(): Promise<void> {
    await this.process.kill('SIGQUIT');
    await this.#remove();
  }
}
