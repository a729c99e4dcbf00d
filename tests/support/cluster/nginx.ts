import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findProgram, isListening, TestProcess } from './programs.ts';

const GIVEN = resolve('src/provider/deployment/nginx');
/** Ports of the providers in the configuration that operators get. */
const GIVEN_PORTS = [4173, 4174, 4175];

export interface NginxOptions {
  /** An empty folder. */
  readonly folder: string;
  readonly nodes: 'one-node' | 'three-nodes';
  readonly port: number;
  readonly providerPorts: readonly number[];
  /** Port of the server that redirects to HTTPS; without it, there is no such server. */
  readonly plainPort?: number | undefined;
  /** Without a certificate, nginx speaks HTTP. */
  readonly certificate?: { readonly certificatePath: string; readonly keyPath: string } | undefined;
}

/** nginx with the configuration that operators get, except for ports, name and certificate. */
export async function configureNginx({
  folder,
  nodes,
  port,
  plainPort,
  providerPorts,
  certificate,
}: NginxOptions): Promise<TestProcess> {
  const upstreams = await readFile(join(GIVEN, `${nodes}.conf`), 'utf8');
  const [head = '', plain = '', tls = ''] = (await readFile(join(GIVEN, 'site.conf'), 'utf8')).split(/^(?=server \{)/m);
  const [redirect, own] = [plain, tls].map((text) =>
    text
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace('videos.example', '_')
      .replace('/var/log/nginx/', `${folder}/`),
  ) as [string, string];
  const site =
    certificate === undefined
      ? own.replace('443 ssl http2', `127.0.0.1:${port}`).replace(/^ *ssl_.*\n/gm, '')
      : own
          .replace('443 ssl http2', `127.0.0.1:${port} ssl http2`)
          .replace('/etc/ssl/oriel/fullchain.pem', certificate.certificatePath)
          .replace('/etc/ssl/oriel/privkey.pem', certificate.keyPath);
  await writeFile(join(folder, 'nodes.conf'), withPorts(upstreams, providerPorts));
  const plainSite = plainPort === undefined ? '' : redirect.replace('listen 80', `listen 127.0.0.1:${plainPort}`);
  await writeFile(join(folder, 'site.conf'), head + plainSite + site);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = join(folder, 'nginx.conf');
  await writeFile(
    main,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    worker_rlimit_nofile 8192; events { worker_connections 4096; } http { access_log off; ${paths.join(' ')} include ${folder}/nodes.conf; include ${folder}/site.conf; }`,
  );
  return new TestProcess(
    () => spawn(findProgram('nginx') ?? '', ['-p', folder, '-c', main], { stdio: ['ignore', 'pipe', 'pipe'] }),
    () => isListening(port),
  );
}

/** Replaces the ports of the providers in a configuration. */
export function withPorts(text: string, providerPorts: readonly number[]): string {
  return GIVEN_PORTS.reduce((changed, given, index) => changed.replaceAll(`:${given}`, `:#${index}`), text).replaceAll(
    /:#(\d)/g,
    (_, index: string) => `:${providerPorts[Number(index)]}`,
  );
}
