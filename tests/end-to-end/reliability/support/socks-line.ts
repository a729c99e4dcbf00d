import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { startPacing, type Pace, type Pacing } from './pace.ts';

/** A SOCKS proxy of the test: the connection between the browser and everything else. */
export interface Line {
  /** For a browser context's `proxy`. */
  readonly proxy: { readonly server: string };
  /** Blocks all traffic until restored. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

const GREETING_REPLY = Buffer.from([5, 0]);
const CONNECTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
const ADDRESS_IPV4 = 1;
const ADDRESS_NAME = 3;

/**
 * The browser sends nothing before the proxy has confirmed the connection, so a late response simulates a slow
 * connection: data of an unloading page is still in the browser then. Without a pace there is no bandwidth limit.
 */
export async function startLine(pace?: Pace): Promise<Line> {
  const sockets = new Set<Socket>();
  const pacing = pace === undefined ? null : startPacing(pace);
  const connectDelayMs = pace?.roundTripMs ?? 0;
  let isCut = false;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };

  const server = createServer((client) => {
    keep(client);
    client.once('data', () => {
      client.write(GREETING_REPLY);
      client.once('data', (request: Buffer) => {
        setTimeout(() => (isCut ? client.destroy() : join(client, request)), connectDelayMs);
      });
    });
  });

  const join = (client: Socket, request: Buffer): void => {
    const { host, port } = readAddress(request);
    const upstream = connect(port, host, () => {
      client.write(CONNECTED);
      if (pacing === null) client.pipe(upstream).pipe(client);
      else carry(client, upstream, pacing);
    });
    keep(upstream);
    // On a slow connection data is still pending when the other end has closed.
    if (pacing === null) upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  };

  const dropConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    proxy: { server: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}` },
    cut() {
      isCut = true;
      dropConnections();
    },
    mend: () => (isCut = false),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropConnections();
      }),
  };
}

/** Ends after its pending data; a connection that breaks off ends the other one as well. */
function carry(client: Socket, upstream: Socket, { up, down }: Pacing): void {
  pipeline(client, up, upstream).catch(() => client.destroy());
  pipeline(upstream, down, client).catch(() => upstream.destroy());
}

function readAddress(request: Buffer): { host: string; port: number } {
  const kind = request[3];
  if (kind === ADDRESS_IPV4) return { host: request.subarray(4, 8).join('.'), port: request.readUInt16BE(8) };
  if (kind !== ADDRESS_NAME) throw new Error(`an address of kind ${kind}`);
  const length = request[4] ?? 0;
  return { host: request.toString('utf8', 5, 5 + length), port: request.readUInt16BE(5 + length) };
}
