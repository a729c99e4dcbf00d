import { execFileSync, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { configureNginx, withPorts } from '../../support/cluster/nginx.ts';
import { findProgram, freePorts, isListening, temporaryFolder, TestProcess } from '../../support/cluster/programs.ts';

const CADDY_FILES = resolve('src/provider/deployment/caddy');

/** The configurations that operators are given, by what they are run with. */
export const FRONT_PROXIES = [
  { program: 'nginx', nodes: 'one-node' },
  { program: 'nginx', nodes: 'three-nodes' },
  { program: 'caddy', nodes: 'one-node' },
  { program: 'caddy', nodes: 'three-nodes' },
] as const;
export type FrontProxy = (typeof FRONT_PROXIES)[number];

/** Names of what the machine lacks for one of them. */
export function missingPrograms({ program }: FrontProxy): string[] {
  return [program, 'openssl'].filter((name) => findProgram(name) === undefined);
}

export interface RunningProxy {
  readonly origin: string;
  /** Origin of the server that redirects to {@link origin}, on a port of this machine other than 80. */
  readonly plainOrigin: string;
  /** For clients: the certificate is of the proxy's own making. */
  readonly certificate: Buffer;
  /** Of nginx. */
  accessLog(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts one with TLS for `localhost`, in front of this provider. Of three nodes, the others are down unless they are named, and
 * one that adds videos is the first.
 */
export async function startProxy(
  { program, nodes }: FrontProxy,
  providerPort: number,
  others: readonly number[] = [],
): Promise<RunningProxy> {
  const folder = await temporaryFolder(program);
  const certificatePath = join(folder.path, 'certificate.pem');
  const keyPath = join(folder.path, 'key.pem');
  const key = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync(findProgram('openssl') ?? '', [...key, ...subject, '-keyout', keyPath, '-out', certificatePath], {
    stdio: 'pipe',
  });
  const [port = 0, plainPort = 0, ...down] = await freePorts(4);
  const own = { folder: folder.path, nodes, port, plainPort, providerPorts: [providerPort, ...others, ...down] };
  const process_ =
    program === 'nginx'
      ? await configureNginx({ ...own, certificate: { certificatePath, keyPath } })
      : await configureCaddy({ ...own, certificate: `${certificatePath} ${keyPath}` });
  await process_.start();
  return {
    origin: `https://localhost:${port}`,
    plainOrigin: `http://localhost:${plainPort}`,
    certificate: await readFile(certificatePath),
    accessLog: () => readFile(join(folder.path, 'oriel.log'), 'utf8'),
    async stop() {
      await process_.kill('SIGTERM');
      await folder.remove();
    },
  };
}

interface CaddyOptions {
  readonly folder: string;
  readonly nodes: FrontProxy['nodes'];
  readonly port: number;
  readonly plainPort: number;
  readonly providerPorts: readonly number[];
  /** Paths of certificate and key. */
  readonly certificate: string;
}

async function configureCaddy({
  folder,
  nodes,
  port,
  plainPort,
  providerPorts,
  certificate,
}: CaddyOptions): Promise<TestProcess> {
  const given = await readFile(join(CADDY_FILES, `${nodes}.Caddyfile`), 'utf8');
  const site = `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate}`;
  const path = join(folder, 'Caddyfile');
  const options = '{\n\tadmin off\n\tauto_https disable_redirects\n}\n';
  const own = withPorts(given, providerPorts)
    .replace('http://videos.example {', `http://localhost:${plainPort} {\n\tbind 127.0.0.1`)
    .replace('\nvideos.example {', `\n${site}`);
  await writeFile(path, options + own);
  await mkdir(join(folder, 'home'));
  const home = {
    HOME: join(folder, 'home'),
    XDG_DATA_HOME: join(folder, 'home'),
    XDG_CONFIG_HOME: join(folder, 'home'),
  };
  return new TestProcess(
    () =>
      spawn(findProgram('caddy') ?? '', ['run', '--adapter', 'caddyfile', '--config', path], {
        env: { ...process.env, ...home },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    () => isListening(port),
  );
}
