import { FileStore } from '@tus/file-store';
import { MemoryLocker, Server } from '@tus/server';
import { uploadFailure } from './upload-failure.ts';
import type { UploadMetadata } from './upload-rules.ts';

export interface TusServerOptions {
  /** Folder of received bytes. */
  readonly folder: string;
  /** Path in browser requests, without a trailing slash. */
  readonly path: string;
  /** Creates the id of an upload. */
  readonly newId: () => string;
  /** Rejects with {@link UploadRefusal} to refuse an upload. `sizeBytes` is `undefined` if the client does not send it. */
  readonly onCreate: (id: string, metadata: UploadMetadata, sizeBytes: number | undefined) => Promise<void>;
  /** Called when all bytes are on the disk. */
  readonly onArrived: (id: string) => Promise<void>;
}

export interface TusServer {
  /** Responds to a request of the protocol: creation, head, patch or options. */
  respond(request: Request): Promise<Response>;
  /** Runs a task while nothing writes to the upload; a running transfer is ended first. */
  alone<T>(id: string, task: () => Promise<T>): Promise<T>;
}

/**
 * Time that a transfer keeps an upload when another request needs it. Most likely its connection is broken, and the waiting library
 * polls without a pause.
 */
const DRAIN_MS = 100;
const ID_AT_END = /\/([A-Za-z0-9_-]{11})$/;

/** The server side of the tus protocol for resumable uploads. Bodies go from the connection to the disk. */
export function createTusServer(options: TusServerOptions): TusServer {
  const { folder, path, newId, onCreate, onArrived } = options;
  const locker = new MemoryLocker();
  const createServer = (): Server =>
    new Server({
      path,
      locker,
      lockDrainTimeout: DRAIN_MS,
      datastore: new FileStore({ directory: folder }),
      /** Returns a path without an origin, which is valid behind every proxy. */
      generateUrl: (_, { id }) => `${path}/${id}`,
      getFileIdFromRequest: (request) => ID_AT_END.exec(new URL(request.url).pathname)?.[1],
      namingFunction: newId,
      async onUploadCreate(_, { id, metadata = {}, size }) {
        await onCreate(id, metadata, size);
        return { metadata };
      },
      async onUploadFinish(_, { id }) {
        await onArrived(id);
        return {};
      },
      async onResponseError(_, error) {
        const refusal = uploadFailure(error, folder);
        return refusal === undefined ? undefined : { status_code: refusal.status, body: refusal.message };
      },
    });
  // Created at the first request: the store creates its folder at once, and ends the process if the parent folder is missing.
  let server: Server | undefined;
  return {
    respond: (request) => (server ??= createServer()).handleWeb(request),
    async alone(id, task) {
      const lock = locker.newLock(id);
      await lock.lock(new AbortController().signal, () => undefined);
      try {
        return await task();
      } finally {
        await lock.unlock();
      }
    },
  };
}
