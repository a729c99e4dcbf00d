import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PathProxy {
  readonly port: number;
  /** Requests outside of the path. */
  readonly strays: readonly string[];
  stop(): Promise<void>;
}

/** A reverse proxy that serves `port` below a path, and nothing else. */
export async function startPathProxy(port: number, path: string, takesPathOff: boolean): Promise<PathProxy> {
  const strays: string[] = [];
  const server = createServer((asked, outgoing) => {
    const { url = '', method, headers } = asked;
    if (!url.startsWith(`${path}/`)) {
      strays.push(url);
      outgoing.writeHead(404).end();
      return;
    }
    const passed = request({ port, method, headers, path: takesPathOff ? url.slice(path.length) : url }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    strays,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
