import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { configureNginx } from './nginx.ts';
import { findPostgres, PostgresServer } from './postgres-server.ts';
import { findProgram, freePorts, isListening, temporaryFolder, TestProcess } from './programs.ts';

const NATS_CONF = 'src/provider/deployment/nats/nats.conf';
const STREAM = 'ORIEL_EVENTS';
const COUNT = 3;

type Environment = Readonly<Record<string, string>>;

/** Names of the programs that a cluster needs and that this machine does not have. */
export function missingPrograms(): string[] {
  return [
    ...['nats-server', 'nginx'].filter((name) => findProgram(name) === undefined),
    ...(findPostgres() === undefined ? ['postgresql'] : []),
  ];
}

/**
 * Three providers behind nginx, a stream of three servers, a consumer and PostgreSQL: the built product, on separate
 * ports and in separate folders.
 */
export class Cluster {
  readonly postgres: PostgresServer;
  readonly databaseUrl: string;
  readonly servers: readonly TestProcess[];
  readonly providers: readonly TestProcess[];
  readonly consumer: TestProcess;
  /** Port of nginx, as viewers see it. */
  readonly port: number;
  readonly providerPorts: readonly number[];
  #nginx: TestProcess | undefined;
  readonly #natsPorts: readonly number[];

  private constructor(folder: string, postgres: PostgresServer, ports: readonly number[], more: Environment) {
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
      /** No rate limits, since all viewers of the test have one address. */
      ORIEL_CALLS_PER_SECOND: '0',
      ORIEL_PAGES_PER_SECOND: '0',
      ORIEL_FILES_PER_SECOND: '0',
      ORIEL_BODY_BYTES_PER_SECOND: '0',
      ...more,
    };
    this.providers = this.providerPorts.map(
      (port) =>
        new TestProcess(
          () => node('server.js', { ...environment, PORT: String(port) }),
          () => replies(`http://127.0.0.1:${port}/readyz`),
        ),
    );
    const consumer: TestProcess = new TestProcess(
      () => node('consumer.js', environment),
      () => Promise.resolve(consumer.output.includes('consumer is ready')),
    );
    this.consumer = consumer;
  }

  /** Resolves when all programs run; `more` is for the providers and the consumer. `stop` ends them and deletes their files. */
  static async start(more: Environment = {}): Promise<{ cluster: Cluster; stop: () => Promise<void> }> {
    const folder = await temporaryFolder('cluster');
    const postgres = await PostgresServer.start(findPostgres() ?? '', ['max_connections=100']);
    const ports = await freePorts(3 * COUNT + 1);
    const cluster = new Cluster(folder.path, postgres, ports, more);
    const stop = async (): Promise<void> => {
      const { providers, consumer, servers } = cluster;
      await Promise.all([...providers, consumer, cluster.#nginx].map((one) => one?.kill('SIGTERM')));
      await Promise.all(servers.map((one) => one.kill('SIGKILL')));
      await postgres.stop();
      await folder.remove();
    };
    try {
      const nginx = await cluster.#configure(folder.path, ports.slice(COUNT, 2 * COUNT));
      await Promise.all(cluster.servers.map((server) => server.start()));
      await Promise.all([...cluster.providers, cluster.consumer, nginx].map((one) => one.start()));
      return { cluster, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  }

  /** The server that leads the stream now; rejects if the stream has no leader. */
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

  /** Writes the configuration that operators get, with the ports of this cluster. */
  async #configure(folder: string, routePorts: readonly number[]): Promise<TestProcess> {
    const nats = await readFile(resolve(NATS_CONF), 'utf8');
    await Promise.all(
      this.#natsPorts.map((port, index) =>
        writeFile(
          join(folder, `nats-${index}.conf`),
          nats.replace('port: 4222', `port: ${port}`).replace('port: 6222', `port: ${routePorts[index]}`),
        ),
      ),
    );
    const { port, providerPorts } = this;
    this.#nginx = await configureNginx({ folder, nodes: 'three-nodes', port, providerPorts });
    return this.#nginx;
  }
}

function natsServer(folder: string, index: number, port: number, routePorts: readonly number[]): TestProcess {
  const environment = {
    NATS_NAME: `n${index}`,
    NATS_HOST: '127.0.0.1',
    NATS_STORE: join(folder, `nats-${index}`),
    NATS_ROUTES: `[${routePorts.map((route) => `nats://127.0.0.1:${route}`).join(', ')}]`,
  };
  return new TestProcess(
    () => run(findProgram('nats-server') ?? '', ['-c', join(folder, `nats-${index}.conf`)], environment),
    () => isListening(port),
  );
}

function node(script: string, environment: Readonly<Record<string, string>>): ChildProcess {
  return run(process.execPath, [join('dist/provider', script)], environment);
}

function run(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function replies(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
