import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP connection with scripted content, so that requests can be late, partial or never read. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything received so far. */
  text(): string;
  /** Resolves with the text once it matches, or once the connection has ended. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves when the connection has closed. */
  readonly closed: Promise<void>;
}

/** Connects from `localAddress`, another address of this machine such as `127.0.0.2` on Linux. */
export async function openRawConnection(port: number, first = '', localAddress?: string): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress !== undefined && { localAddress }) });
  onTestFinished(() => void socket.destroy());
  let received = '';
  let check = (): void => undefined;
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    check();
  });
  // A reset also closes the connection.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  if (first !== '') socket.write(first);
  return {
    socket,
    closed,
    text: () => received,
    until: (pattern) =>
      new Promise((resolve) => {
        check = () => pattern.test(received) && resolve(received);
        check();
        void closed.then(() => resolve(received));
      }),
  };
}

export function rawRequest(method: string, path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}
