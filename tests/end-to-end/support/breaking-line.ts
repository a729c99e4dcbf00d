import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to a server, byte for byte, that can break. */
export interface BreakingLine {
  readonly origin: string;
  /** Breaks every connection once this many bytes have been sent to the server, and lets no other through. */
  breakAfter(sentBytes: number): void;
  /** Resolves when it has broken. */
  readonly broken: Promise<void>;
  mend(): void;
  /** Another server, such as the same after a restart. */
  leadTo(port: number): void;
  stop(): Promise<void>;
}

export async function openBreakingLine(port: number): Promise<BreakingLine> {
  const sockets = new Set<Socket>();
  let [target, leftBytes, isBroken] = [port, Infinity, false];
  let noteBroken = (): void => undefined;
  const broken = new Promise<void>((resolve) => (noteBroken = resolve));
  const breakNow = (): void => {
    isBroken = true;
    for (const socket of sockets) socket.destroy();
    noteBroken();
  };
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (isBroken) {
      client.destroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    keep(far);
    far.pipe(client);
    client.on('data', (chunk: Buffer) => {
      leftBytes -= chunk.length;
      if (leftBytes <= 0) breakNow();
      else if (!far.write(chunk)) client.pause();
    });
    far.on('drain', () => client.resume());
    client.on('close', () => far.destroy());
    far.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    broken,
    breakAfter: (sentBytes) => void (leftBytes = sentBytes),
    mend: () => void ([leftBytes, isBroken] = [Infinity, false]),
    leadTo: (other) => void (target = other),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
