import { DetailedError, Upload } from 'tus-js-client';
import type { TransferView } from './card-view.ts';
import { TransferRate } from './transfer-rate.ts';

/** Below the usual request limit of proxies. */
const CHUNK_BYTES = 16_777_216;
/** Four minutes of retries for a lost connection or server; they start over whenever bytes arrive. */
const RETRY_DELAYS_MS = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000];

/** Status codes that a retry does not change: too large, no room, signed out, gone. */
const FINAL_STATUS = new Set([400, 401, 403, 404, 410, 413, 507]);

export interface TransferOptions {
  readonly file: File;
  /** Address of the upload that the server has created. */
  readonly address: string;
  readonly onChange: () => void;
  readonly onArrived: () => void;
}

/** Sends one file, and resumes after a failure. */
export class Transfer {
  readonly #upload: Upload;
  readonly #options: TransferOptions;
  readonly #rate = new TransferRate();
  #view: TransferView = { state: 'sending', sentBytes: 0, leftSeconds: null, problem: '' };

  constructor(options: TransferOptions) {
    this.#options = options;
    const { file, address, onArrived } = options;
    this.#upload = new Upload(file, {
      uploadUrl: new URL(address, location.href).href,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      /** Nothing is stored in the browser, since the server knows the received bytes and their file. */
      storeFingerprintForResuming: false,
      onShouldRetry: (error) => this.#mayRetry(statusOf(error)),
      onProgress: (sentBytes) => this.#progress(sentBytes),
      onError: (error) => this.#stopped(error),
      onSuccess: onArrived,
    });
  }

  get view(): TransferView {
    return this.#view;
  }

  start(): void {
    this.#rate.forget();
    this.#change({ state: 'sending', leftSeconds: null, problem: '' });
    this.#upload.start();
  }

  /** Resumes a stopped transfer; has no effect in other states. */
  goOn(): void {
    if (this.#view.state === 'stopped') this.start();
  }

  async cancel(): Promise<void> {
    await this.#upload.abort();
  }

  #mayRetry(status: number): boolean {
    const mayRetry = !FINAL_STATUS.has(status);
    if (mayRetry) this.#change({ state: 'reconnecting', leftSeconds: null });
    this.#rate.forget();
    return mayRetry;
  }

  #progress(sentBytes: number): void {
    this.#rate.add({ atMs: performance.now(), sentBytes });
    const leftSeconds = this.#rate.secondsFor(this.#options.file.size - sentBytes);
    this.#change({ state: 'sending', sentBytes, leftSeconds });
  }

  #stopped(error: Error): void {
    this.#change({ state: 'stopped', leftSeconds: null, problem: problemOf(error) });
  }

  #change(change: Partial<TransferView>): void {
    this.#view = { ...this.#view, ...change };
    this.#options.onChange();
  }
}

/** HTTP status of a failed request; 0 if there was no response. */
function statusOf(error: Error): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

function problemOf(error: Error): string {
  const status = statusOf(error);
  if (status === 0) return 'The connection is lost.';
  if (status === 401) return 'You are signed out: sign in again in another tab, then go on.';
  if (status === 404 || status === 410) return 'The server no longer has this upload: cancel it, and begin again.';
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined;
  if (status === 507 && body) return body;
  return `The server does not take it (${status}).`;
}
