import type { FakeChannel, FakePort } from './fake-port.ts';

/** A worker without a thread: it records posts, and emits messages on demand. */
export class FakeWorker extends EventTarget implements Worker {
  onmessage = null;
  onmessageerror = null;
  onerror = null;
  readonly posted: unknown[] = [];
  isTerminated = false;

  postMessage(message: unknown): void {
    if (!this.isTerminated) this.posted.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  failToLoad(message = ''): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }

  sayUnreadable(): void {
    this.dispatchEvent(new MessageEvent('messageerror'));
  }
}

/** A worker whose script runs on this thread, at the other end of a channel. */
export class ServingFakeWorker extends FakeWorker {
  /** Global scope of its script. */
  readonly scope: FakePort & { reportError(error: unknown): void };
  readonly #port: FakePort;

  constructor({ port1, port2 }: FakeChannel) {
    super();
    this.#port = port1;
    this.scope = Object.assign(port2, {
      reportError(error: unknown) {
        throw error;
      },
    });
    port1.hear((data) => this.say(data));
  }

  get isSilent(): boolean {
    return this.scope.isClosed;
  }

  override postMessage(message: unknown): void {
    super.postMessage(message);
    this.#port.postMessage(message);
  }

  override terminate(): void {
    super.terminate();
    this.silence();
  }

  /** Simulates a worker that hangs or has ended: it neither receives nor sends. Dispatches `silenced` for tests. */
  silence(): void {
    this.#port.close();
    this.scope.close();
    this.dispatchEvent(new Event('silenced'));
  }
}
