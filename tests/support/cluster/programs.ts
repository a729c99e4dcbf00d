import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Folders that are not in everybody's path. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** Path of a program, or `undefined` where it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Folder of PostgreSQL's programs: Debian puts those of each version in one of its own. */
export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((one, other) => Number(other) - Number(one)) : [];
  const own = versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  const inPath = findProgram('initdb')?.replace(/\/initdb$/, '');
  return own ?? inPath;
}

/** PostgreSQL refuses to be run by root: then it is run by the user that its package made. */
export function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined || gid === undefined) throw new Error('PostgreSQL needs a user that is not root.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Ports that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => void server.close(resolve))));
  return ports;
}

/** A folder that is deleted in the end. */
export async function temporaryFolder(name: string, owner?: { uid: number; gid: number }) {
  const path = await mkdtemp(join(tmpdir(), `oriel-${name}-`));
  if (owner !== undefined) await chown(path, owner.uid, owner.gid);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A server process of a test, which may be killed and started again. */
export class TestProcess {
  readonly #start: () => ChildProcess;
  readonly #isReady: () => Promise<boolean>;
  #child: ChildProcess | undefined;
  #output = '';

  constructor(start: () => ChildProcess, isReady: () => Promise<boolean>) {
    this.#start = start;
    this.#isReady = isReady;
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const child = this.#start();
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (this.#output = (this.#output + data.toString()).slice(-20_000)));
    for (let attempt = 0; attempt < 600; attempt += 1) {
      if (await this.#isReady()) return;
      if (child.exitCode !== null || child.signalCode !== null) break;
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
    throw new Error(`${child.spawnfile} has not started:\n${this.#output}`);
  }

  /** The last of what it wrote. */
  get output(): string {
    return this.#output;
  }

  /** Resolves when it has ended. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
    child.kill(signal);
    await ended;
  }
}

/** Whether something listens on this port of the machine. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** A PostgreSQL server of a test, with a data folder of its own. */
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
