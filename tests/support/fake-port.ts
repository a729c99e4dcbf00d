import type { Clock } from '../../protocol/runtime/clock.ts';

/** One end of a channel whose messages are delayed on a fake clock. */
export class FakePort extends EventTarget implements MessagePort {
  onmessage = null;
  onmessageerror = null;
  onclose = null;
  other: FakePort | null = null;
  isClosed = false;
  readonly #deliver: (task: () => void) => void;

  constructor(deliver: (task: () => void) => void) {
    super();
    this.#deliver = deliver;
  }

  postMessage(data: unknown): void {
    if (this.isClosed) return;
    const { other } = this;
    this.#deliver(() => {
      if (other !== null && !other.isClosed) other.dispatchEvent(new MessageEvent('message', { data }));
    });
  }

  /** Listens to messages that arrive here. */
  hear<Data>(listener: (data: Data) => void): void {
    this.addEventListener('message', (event) => listener((event as MessageEvent<Data>).data));
  }

  start(): void {}

  close(): void {
    this.isClosed = true;
  }
}

export interface FakeChannel {
  readonly port1: FakePort;
  readonly port2: FakePort;
}

/** `delayMs` is read for each message; messages arrive in order. */
export function createFakeChannel(clock: Clock, delayMs: () => number = () => 1): FakeChannel {
  const end = (): FakePort => {
    let lastAtMs = 0;
    return new FakePort((task) => {
      const nowMs = clock.monotonicNow();
      lastAtMs = Math.max(lastAtMs, nowMs + delayMs());
      clock.after(lastAtMs - nowMs, task);
    });
  };
  return connect(end(), end());
}

/** A channel whose messages arrive in a microtask: they need no time of a clock and no turn of the event loop. */
export function createPromptChannel(): FakeChannel {
  return connect(new FakePort(queueMicrotask), new FakePort(queueMicrotask));
}

function connect(port1: FakePort, port2: FakePort): FakeChannel {
  port1.other = port2;
  port2.other = port1;
  return { port1, port2 };
}
