import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Folders of servers, which are not in the `PATH` of every user. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** Path of a program, or `undefined` where it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Finds ports that are free at this moment. */
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

/** Creates a temporary folder, which `remove` deletes. */
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

  /** Resolves when the process is ready. */
  async start(): Promise<void> {
    const child = this.#start();
    this.#child = child;
    this.#output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (this.#output = (this.#output + data.toString()).slice(-20_000)));
    for (let attempt = 0; attempt < 600; attempt += 1) {
      if (await this.#isReady()) return;
      if (child.exitCode !== null || child.signalCode !== null) break;
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
    throw new Error(`${child.spawnfile} has not started:\n${this.#output}`);
  }

  /** Id of the process; `undefined` before the first start. */
  get id(): number | undefined {
    return this.#child?.pid;
  }

  /** The last 20 000 characters that the process wrote since its start. */
  get output(): string {
    return this.#output;
  }

  /** Resolves when the process has ended. */
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
