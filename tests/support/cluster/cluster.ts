import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { findPostgres, PostgresServer } from './postgres-server.ts';
import { findProgram, freePorts, isListening, temporaryFolder, TestProcess } from './programs.ts';

const NGINX_CONF = 'src/provider/deployment/nginx.conf';
const STREAM = 'ORIEL_EVENTS';
const COUNT = 3;

/** What a cluster needs of the machine; names of what is missing. */
export function missingPrograms(): string[] {
  return [
    ...['nats-server', 'nginx'].filter((name) => findProgram(name) === undefined),
    ...(findPostgres() === undefined ? ['postgresql'] : []),
  ];
}

/**
 * Three providers behind nginx, a stream of three servers, a consumer and PostgreSQL: the built product, on ports and in
 * folders of its own.
 */
export class Cluster {
  readonly postgres: PostgresServer;
  readonly databaseUrl: string;
  readonly servers: readonly TestProcess[];
  readonly providers: readonly TestProcess[];
  readonly consumer: TestProcess;
  /** Of nginx, as viewers see it. */
  readonly port: number;
  readonly providerPorts: readonly number[];
  readonly #nginx: TestProcess;
  readonly #natsPorts: readonly number[];

  private constructor(folder: string, postgres: PostgresServer, ports: readonly number[]) {
    this.postgres = postgres;
    this.databaseUrl = postgres.createDatabase('oriel');
    const [natsPorts, routePorts] = [ports.slice(0, COUNT), ports.slice(COUNT, 2 * COUNT)];
    this.#natsPorts = natsPorts;
    this.providerPorts = ports.slice(2 * COUNT, 3 * COUNT);
    this.port = ports[3 * COUNT] ?? 0;
    this.servers = natsPorts.map((port, index) => natsServer(folder, index, port, routePorts));
    const environment = {
      ORIEL_DATABASE_URL: this.databaseUrl,
      ORIEL_NATS_URL: natsPorts.map((port) => `nats://127.0.0.1:${port}`).join(','),
      ORIEL_LOG_LEVEL: 'info',
      ORIEL_HOST: '127.0.0.1',
      ORIEL_TRUSTED_HOPS: '1',
      /** All viewers of the test have one address. */
      ORIEL_CALLS_PER_SECOND: '0',
      ORIEL_PAGES_PER_SECOND: '0',
      ORIEL_FILES_PER_SECOND: '0',
      ORIEL_BODY_BYTES_PER_SECOND: '0',
    };
    this.providers = this.providerPorts.map(
      (port) =>
        new TestProcess(
          () => node('server.js', { ...environment, PORT: String(port) }),
          () => answers(`http://127.0.0.1:${port}/readyz`),
        ),
    );
    const consumer: TestProcess = new TestProcess(
      () => node('consumer.js', environment),
      () => Promise.resolve(consumer.output.includes('consumer is ready')),
    );
    this.consumer = consumer;
    this.#nginx = new TestProcess(
      () => run(findProgram('nginx') ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')]),
      () => isListening(this.port),
    );
  }

  /** Everything runs when it resolves. `stop` ends and deletes it, also what was killed meanwhile. */
  static async start(): Promise<{ cluster: Cluster; stop: () => Promise<void> }> {
    const folder = await temporaryFolder('cluster');
    const postgres = await PostgresServer.start(findPostgres() ?? '', ['max_connections=100']);
    const cluster = new Cluster(folder.path, postgres, await freePorts(3 * COUNT + 1));
    const stop = async (): Promise<void> => {
      const { providers, consumer, servers } = cluster;
      await Promise.all([...providers, consumer, cluster.#nginx].map((one) => one.kill('SIGTERM')));
      await Promise.all(servers.map((one) => one.kill('SIGKILL')));
      await postgres.stop();
      await folder.remove();
    };
    try {
      await cluster.#configure(folder.path);
      await Promise.all(cluster.servers.map((server) => server.start()));
      await Promise.all([...cluster.providers, cluster.consumer, cluster.#nginx].map((one) => one.start()));
      return { cluster, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  }

  /** The server of the stream that leads now; without one, the first. */
  async leader(): Promise<TestProcess> {
    const connection = await connect({ servers: this.#natsPorts.map((port) => `127.0.0.1:${port}`) });
    try {
      const { cluster } = await (await jetstreamManager(connection)).streams.info(STREAM);
      const found = this.servers[Number(cluster?.leader?.slice(1))];
      if (found === undefined) throw new Error('the stream has no leader');
      return found;
    } finally {
      await connection.close();
    }
  }

  /** The file that operators are given, with the ports of this cluster. */
  async #configure(folder: string): Promise<void> {
    const given = await readFile(resolve(NGINX_CONF), 'utf8');
    const ports = ['4173', '4174', '4175'];
    const site = ports
      .reduce((text, port, index) => text.replaceAll(`:${port}`, `:${this.providerPorts[index]}`), given)
      .replace('listen 80;', `listen 127.0.0.1:${this.port};`);
    await writeFile(join(folder, 'site.conf'), site);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    await writeFile(
      join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
      events { worker_connections 512; } http { access_log off; ${paths.join(' ')} include ${folder}/site.conf; }`,
    );
  }
}

function natsServer(folder: string, index: number, port: number, routePorts: readonly number[]): TestProcess {
  const routes = routePorts.map((route) => `nats://127.0.0.1:${route}`).join(',');
  const cluster = ['-cluster_name', 'oriel', '-cluster', `nats://127.0.0.1:${routePorts[index]}`, '-routes', routes];
  const own = ['-a', '127.0.0.1', '-p', String(port), '-n', `n${index}`];
  const args = [...own, '-js', '-sd', join(folder, `nats-${index}`), ...cluster];
  return new TestProcess(
    () => run(findProgram('nats-server') ?? '', args),
    () => isListening(port),
  );
}

function node(script: string, environment: Readonly<Record<string, string>>): ChildProcess {
  return run(process.execPath, [join('dist/provider', script)], environment);
}

function run(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
