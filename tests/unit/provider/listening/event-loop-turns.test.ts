import { EventEmitter } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { EventLoopTurns } from '../../../../src/provider/listening/event-loop-turns.ts';
import { settle } from '../../../support/fake-clock.ts';

/** Accepts a connection in each turn of the event loop; resolves with how many were accepted before a deferred task ran. */
async function acceptedBeforeTask(connections: number): Promise<number | undefined> {
  const server = new EventEmitter();
  const turns = new EventLoopTurns();
  turns.watch(server);
  let accepted = 0;
  let before: number | undefined;
  turns.defer(() => {
    before = accepted;
  });
  for (; accepted < connections; accepted++) {
    server.emit('connection');
    await settle();
  }
  for (let turn = 0; turn < 3; turn++) await settle();
  return before;
}

test('a task runs in a later turn of the event loop', async () => {
  let hasRun = false;
  new EventLoopTurns().defer(() => {
    hasRun = true;
  });
  expect(hasRun).toBe(false);
  await expect.poll(() => hasRun).toBe(true);
});

test('an endless number of connections delays a task by a bounded number of turns', async () => {
  expect(await acceptedBeforeTask(0)).toBe(0);
  const endless = await acceptedBeforeTask(1_000);
  expect(endless).toBeGreaterThanOrEqual(32);
  expect(endless).toBeLessThanOrEqual(36);
});

test('connections that wait in the queue of the operating system are accepted before deferred requests are handled', async () => {
  const turns = new EventLoopTurns();
  const server = createServer();
  turns.watch(server);
  let accepted = 0;
  const acceptedBefore: number[] = [];
  server.on('connection', (socket) => {
    accepted += 1;
    socket.once('data', () => turns.defer(() => void acceptedBefore.push(accepted)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: 24 }, () => {
    const client = connect(port, '127.0.0.1');
    client.write('x');
    return client;
  });
  await expect.poll(() => acceptedBefore.length).toBe(clients.length);
  for (const client of clients) client.destroy();
  server.close();
  expect(acceptedBefore[0]).toBe(clients.length);
});
