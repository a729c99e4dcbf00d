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
/** Durable consumer that all consumer processes share, so that each message is delivered to one of them. */
export const CONSUMER = 'store';

/** Time in which the stream drops repeated messages; later repeats are dropped by the database. */
const DUPLICATE_WINDOW_MS = 120_000;
/** A message that is not acknowledged within this time is delivered again, possibly to another process. */
const ACK_WAIT_MS = 10_000;
const UNACKNOWLEDGED_MAX = 10_000;
const COPIES_MAX = 5;
const NANOSECONDS = 1_000_000;

/** Set-up is retried, because servers that have just started elect a leader first. */
const SET_UP_ATTEMPTS = 20;
const SET_UP_PAUSE_MS = 500;

export interface StreamConnection {
  readonly connection: NatsConnection;
  readonly stream: JetStreamClient;
}

export interface StreamOptions {
  /** Addresses of servers, separated by commas. */
  readonly url: string;
  /** Size limit of the stream, beyond which it refuses messages. */
  readonly maxBytes: number;
  readonly clock: Clock;
}

/** Connects, and creates the stream and its consumer if they are missing. An existing stream is not changed. */
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

/** Options of the connection, with the user and password, or only a token, from the address. */
function connectionOptions(servers: readonly string[]): ConnectionOptions {
  const { username, password } = new URL(servers[0] ?? '');
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: servers.map((server) => new URL(server).host),
    name: 'oriel',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    /** A server that vanishes silently is detected after two intervals. */
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
    // If another process creates it at the same time, this fails, and the next attempt finds it.
    await make();
  }
}

/** Creates the stream with a replica on each named server, at most five. Acknowledged messages are deleted; a full stream refuses more. */
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
