import {
  AckPolicy,
  DiscardPolicy,
  jetstream,
  JetStreamApiError,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import { delay, type Clock } from '../../../protocol/runtime/clock.ts';
import { DatabaseUnavailable } from '../../provider/database/open-database.ts';

export const SUBJECT = 'oriel.events';
export const STREAM = 'ORIEL_EVENTS';
/** Consumer processes share it, so that each message is for one of them. */
export const CONSUMER = 'store';

/** Time in which the stream drops repeats; later, the database does. */
const DUPLICATE_WINDOW_MS = 120_000;
/** A message whose consumer has not said by then that it is stored is for another. */
const ACK_WAIT_MS = 10_000;
const UNACKNOWLEDGED_MAX = 10_000;
const COPIES_MAX = 5;
const NANOSECONDS = 1_000_000;

/** Servers that have just started elect a leader first. */
const SET_UP_ATTEMPTS = 20;
const SET_UP_PAUSE_MS = 500;

export interface StreamConnection {
  readonly connection: NatsConnection;
  readonly stream: JetStreamClient;
}

export interface StreamOptions {
  /** Addresses of servers, joined by commas. */
  readonly url: string;
  /** The stream takes no more, past it. */
  readonly maxBytes: number;
  readonly clock: Clock;
}

/** Connects, and makes the stream and its consumer where they are not there. One that is there stays as it is. */
export async function connectStream({ url, maxBytes, clock }: StreamOptions): Promise<StreamConnection> {
  const servers = url.split(',').map((one) => one.trim());
  try {
    const connection = await connect(connectionOptions(servers));
    try {
      await setUp(connection, servers.length, maxBytes, clock);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return { connection, stream: jetstream(connection) };
  } catch (cause) {
    const shown = servers.map((server) => server.replace(/\/\/[^/@]*@/, '//')).join(', ');
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseUnavailable(`The stream at ${shown} cannot be used: ${reason}. Name another in ORIEL_NATS_URL.`, {
      cause,
    });
  }
}

/** A user and a password, or a token alone, stand in the address as usual. */
function connectionOptions(servers: readonly string[]): ConnectionOptions {
  const { username, password } = new URL(servers[0] ?? '');
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: servers.map((server) => new URL(server).host),
    name: 'oriel',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    /** A server that vanished without a word is noticed after two of these. */
    pingInterval: 10_000,
    noAsyncTraces: true,
    ...(servers.some((server) => server.startsWith('tls:')) && { tls: {} }),
    ...(pass !== '' ? { user, pass } : user !== '' && { token: user }),
  };
}

async function setUp(connection: NatsConnection, servers: number, maxBytes: number, clock: Clock): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      const manager = await jetstreamManager(connection);
      await makeUnlessThere(
        () => manager.streams.info(STREAM),
        () => addStream(manager, servers, maxBytes),
      );
      await makeUnlessThere(
        () => manager.consumers.info(STREAM, CONSUMER),
        () => addConsumer(manager),
      );
      return;
    } catch (error) {
      if (attempt >= SET_UP_ATTEMPTS) throw error;
      await delay(clock, SET_UP_PAUSE_MS);
    }
}

async function makeUnlessThere(find: () => Promise<unknown>, make: () => Promise<unknown>): Promise<void> {
  try {
    await find();
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.status !== 404) throw error;
    // Another process may be making the stream at the same time: the next attempt finds it.
    await make();
  }
}

/** A copy on each server that is named. What has been stored is deleted; when full, it refuses. */
function addStream(manager: JetStreamManager, servers: number, maxBytes: number): Promise<unknown> {
  return manager.streams.add({
    name: STREAM,
    subjects: [SUBJECT],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    num_replicas: Math.min(servers, COPIES_MAX),
    max_bytes: maxBytes,
    duplicate_window: DUPLICATE_WINDOW_MS * NANOSECONDS,
  });
}

function addConsumer(manager: JetStreamManager): Promise<unknown> {
  return manager.consumers.add(STREAM, {
    durable_name: CONSUMER,
    ack_policy: AckPolicy.Explicit,
    ack_wait: ACK_WAIT_MS * NANOSECONDS,
    max_ack_pending: UNACKNOWLEDGED_MAX,
  });
}
