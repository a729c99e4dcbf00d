import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

export interface StaticHost {
  readonly port: number;
  /** Paths of requests for which there was no file. */
  readonly missing: readonly string[];
  stop(): Promise<void>;
}

/** Types by the ending of the file alone, as a plain file server has it. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.txt': 'text/plain',
};

const fits = (pattern: string, path: string): boolean => {
  if (pattern.endsWith('*')) return path.startsWith(pattern.slice(0, -1));
  const names = pattern.split('/');
  const segments = path.split('/');
  return (
    names.length === segments.length &&
    names.every((name, index) => (name.startsWith(':') ? segments[index] !== '' : name === segments[index]))
  );
};

/** A host of static files that follows `_redirects` and `_headers`, and knows nothing of players. */
export async function startStaticHost(folder: string): Promise<StaticHost> {
  const missing: string[] = [];
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const reply = async (pathname: string, response: ServerResponse): Promise<void> => {
    const file = await fileAt(folder, rewritten(await read('_redirects'), pathname));
    if (file === undefined) missing.push(pathname);
    const type = TYPES[extname(file?.name ?? '')] ?? 'application/octet-stream';
    const headers = { 'Content-Type': type, ...headersOf(await read('_headers'), pathname) };
    response.writeHead(file === undefined ? 404 : 200, headers).end(file?.bytes);
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid');
    reply(pathname, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    missing,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function rewritten(redirects: string, path: string): string {
  const rules = redirects.split('\n').map((line) => line.split(' '));
  return rules.find(([from = '']) => from !== '' && fits(from, path))?.[1] ?? path;
}

function headersOf(text: string, path: string): Record<string, string> {
  const headers: Record<string, string> = {};
  let isMeant = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('/')) isMeant = fits(line, path);
    const [, name, value] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
    if (isMeant && name !== undefined && value !== undefined) headers[name] = value;
  }
  return headers;
}

async function fileAt(folder: string, path: string): Promise<{ name: string; bytes: Buffer } | undefined> {
  for (const name of [path, `${path}.html`, join(path, 'index.html')])
    try {
      return { name, bytes: await readFile(join(folder, name)) };
    } catch {
      continue;
    }
  return undefined;
}
