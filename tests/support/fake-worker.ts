/** A worker without a thread: it takes what is posted, and says what a test makes it say. */
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
