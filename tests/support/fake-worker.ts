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
