import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostSite {
  /** A real origin, so that browsers treat it as one: an intercepted response has none. */
  readonly origin: string;
  /** Adds a page and returns its address. */
  page(html: string): string;
  stop(): Promise<void>;
}

/** Another author's web site: plain pages with their own headers and none of ours. */
export async function startHostSite(headers: Readonly<Record<string, string>> = {}): Promise<HostSite> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const html = pages.get(request.url ?? '');
    response.writeHead(html === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
    response.end(html ?? 'not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    page(html) {
      const path = `/page-${pages.size}.html`;
      pages.set(path, html);
      return origin + path;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
