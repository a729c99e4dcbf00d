import type { Endpoint } from 'comlink';
import type { BatchMode, Result, Statement } from '../database/database.ts';
import type { StorageAddress, StorageLimits } from './storage.ts';
import type { KnownVideo, LogPost, StoredPost } from '../logs/log-post.ts';
import type { Accepted } from '../http/refusal.ts';
import type { StorageFailure } from '../database/storage-errors.ts';

/** The interface between the server process and the database process: plain data both ways, failures included. */
export interface DatabaseService {
  /** Returns the failure, with a message for the operator, or `null`. */
  open(address: StorageAddress, limits: StorageLimits): Promise<StorageFailure | null>;
  batch(statements: readonly Statement[], mode: BatchMode): Promise<Response<readonly Result[]>>;
  take(post: LogPost): Promise<Response<Accepted<StoredPost>>>;
  knowVideos(videos: readonly KnownVideo[]): Promise<Response<void>>;
  checkStream(): Promise<Response<void>>;
  close(): Promise<void>;
}

export type Response<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: StorageFailure };

/** The part of a process, parent or child, that messages need. */
export interface MessagePeer {
  readonly connected: boolean;
  send?(message: unknown, onSent: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

type Listener = Parameters<Endpoint['addEventListener']>[1];

/** A process as a Comlink endpoint. A message that cannot be sent is lost: its caller fails when the process ends. */
export function processEndpoint(peer: MessagePeer): Endpoint {
  const wrapped = new Map<Listener, (message: unknown) => void>();
  return {
    postMessage(message) {
      if (peer.connected) peer.send?.(message, () => undefined);
    },
    addEventListener(_, listener) {
      const onMessage = (data: unknown): void => {
        const event = { data } as MessageEvent;
        if (typeof listener === 'function') listener(event);
        else listener.handleEvent(event);
      };
      wrapped.set(listener, onMessage);
      peer.on('message', onMessage);
    },
    removeEventListener(_, listener) {
      const onMessage = wrapped.get(listener);
      if (onMessage !== undefined) peer.off('message', onMessage);
      wrapped.delete(listener);
    },
  };
}
