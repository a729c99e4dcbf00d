import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { TrafficKind } from '../../../protocol/provider/traffic-kinds.ts';
import type { Sender } from '../budgets/sender.ts';
import type { Senders } from '../budgets/senders.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { clientKey } from '../http/limits/address-key.ts';
import type { Metrics } from '../operations/metrics.ts';
import { originOf } from '../security/embedder.ts';
import type { OwnOrigin } from '../security/own-origin.ts';
import { Embeddings, type Embedding } from './embeddings.ts';
import { trafficKind } from './traffic-kind.ts';
import { videosOfPath } from './videos-of-path.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Set by routes that respond to a page about a video. */
    embedding?: Embedding;
  }
}

/** Bytes that were sent. */
export interface SentBytes {
  readonly kind: TrafficKind;
  /** Id in the catalog; `undefined` for bytes that belong to no video. */
  readonly videoId: string | undefined;
  /** Site for whose page the bytes were sent; absent if no request named it. */
  readonly site?: Pick<Embedding, 'embedder'>;
  readonly sender: Sender;
  readonly bytes: number;
}

interface TrafficDependencies {
  readonly catalog: Catalog;
  readonly metrics: Pick<Metrics, 'sent'>;
  readonly senders: Pick<Senders, 'of'>;
  readonly ownOrigin: Pick<OwnOrigin, 'hosts'>;
  readonly clock: Pick<Clock, 'monotonicNow'>;
}

/**
 * Counts the bytes of responses, with their headers and before encryption, as their connections have sent them: an aborted download
 * counts up to its end. A request only updates a number of its connection, so that no table grows with data of clients.
 */
export class Traffic {
  readonly #dependencies: TrafficDependencies;
  readonly #embeddings: Embeddings;
  readonly #videosOf: (path: string) => readonly string[];
  /** Bytes of each connection that have been counted: each byte is counted once, also if requests are pipelined. */
  readonly #counted = new WeakMap<Socket, number>();
  /** Functions that count the bytes sent of a response so far. */
  readonly #open = new Set<() => void>();
  readonly #listeners: ((sent: SentBytes) => void)[] = [];

  constructor(dependencies: TrafficDependencies) {
    this.#dependencies = dependencies;
    this.#embeddings = new Embeddings(dependencies.clock);
    this.#videosOf = videosOfPath(dependencies.catalog);
  }

  subscribe(listener: (sent: SentBytes) => void): void {
    this.#listeners.push(listener);
  }

  /** Counts the bytes sent of responses that have not ended: a download can take hours. */
  sample(): void {
    for (const count of this.#open) count();
    this.#embeddings.forgetOld();
  }

  readonly middleware: MiddlewareHandler = async (context, next) => {
    await next();
    const address = clientKey(context);
    const embedding = context.get('embedding');
    if (address !== undefined && embedding !== undefined) this.#embeddings.add(address, embedding);
    const { incoming, outgoing } = (context.env ?? {}) as Partial<HttpBindings>;
    if (incoming === undefined || outgoing === undefined) return;
    const { socket } = incoming;
    const response = this.#describe(context, address);
    const count = (): void => this.#count(socket, response);
    if (socket.destroyed) return count();
    this.#open.add(count);
    outgoing.once('close', () => {
      this.#open.delete(count);
      count();
    });
  };

  #describe(context: Context, address: string | undefined): Omit<SentBytes, 'bytes'> {
    const { senders, ownOrigin } = this.#dependencies;
    const { path } = context.req;
    const videoIds = this.#videosOf(path);
    const remembered = address === undefined ? undefined : this.#embeddings.find(address, videoIds);
    const embedding = context.get('embedding') ?? remembered;
    const referrer = originOf(context.req.header('Referer'));
    const isForeign = referrer !== undefined && !ownOrigin.hosts(context).includes(new URL(referrer).host);
    const site = embedding ?? (isForeign ? { embedder: referrer } : undefined);
    const videoId = embedding !== undefined && videoIds.includes(embedding.videoId) ? embedding.videoId : videoIds[0];
    const kind = trafficKind(path, context.res.headers.get('Content-Type') ?? '');
    return { kind, videoId, sender: senders.of(context), ...(site !== undefined && { site }) };
  }

  #count(socket: Socket, response: Omit<SentBytes, 'bytes'>): void {
    const sent = socket.bytesWritten;
    const bytes = sent - (this.#counted.get(socket) ?? 0);
    if (bytes <= 0) return;
    this.#counted.set(socket, sent);
    this.#dependencies.metrics.sent(response.kind, bytes);
    for (const listener of this.#listeners) listener({ ...response, bytes });
  }
}
