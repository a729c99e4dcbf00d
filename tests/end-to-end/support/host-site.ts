import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostSite {
  /** A real origin, so that browsers treat it as one: an intercepted response has none. */
  readonly origin: string;
  /** Adds a page, which may have further headers, and returns its address. */
  page(html: string, headers?: Readonly<Record<string, string>>): string;
  /** Adds a script and returns its address. */
  script(text: string): string;
  stop(): Promise<void>;
}

/** Another author's web site: plain pages with their own headers and none of ours. */
export async function startHostSite(headers: Readonly<Record<string, string>> = {}): Promise<HostSite> {
  const files = new Map<string, { readonly text: string; readonly headers: Readonly<Record<string, string>> }>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': 'text/html; charset=utf-8',
      ...headers,
      ...file?.headers,
    });
    response.end(file?.text ?? 'not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const add = (name: string, text: string, own: Readonly<Record<string, string>> = {}): string => {
    files.set(name, { text, headers: own });
    return origin + name;
  };
  return {
    origin,
    page: (html, own) => add(`/page-${files.size}.html`, html, own),
    script: (text) => add(`/script-${files.size}.js`, text, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
