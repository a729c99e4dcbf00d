import { randomBytes } from 'node:crypto';

const EVENTS_PER_BODY = 20;
/** Every fifth body is sent again after its acknowledgement, as by a client that did not receive the response. */
const REPEATED_EVERY = 5;
/** Pause between two bodies, so that browsers have a part of the machine. */
const PACE_MS = 30;
const GIVE_UP_MS = 20_000;

/** Sends events as pages do: each body until it is acknowledged, and some acknowledged bodies again. */
export class EventSender {
  readonly session = randomBytes(16).toString('hex');
  readonly #url: string;
  #acknowledged = 0;
  #refused = 0;
  #isStopped = false;
  #running: Promise<void> | undefined;

  constructor(port: number) {
    this.#url = `http://127.0.0.1:${port}/youtubei/v1/log_event`;
  }

  /** Number of acknowledged events, without repeats. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Attempts that failed. */
  get refused(): number {
    return this.#refused;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when the last body has been acknowledged. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let sent = 0; !this.#isStopped; sent += 1) {
      const body = this.#body(sent * EVENTS_PER_BODY);
      while (!(await this.#send(body))) await pause(10 * PACE_MS);
      this.#acknowledged += EVENTS_PER_BODY;
      if (sent % REPEATED_EVERY === 0) await this.#send(body);
      await pause(PACE_MS);
    }
  }

  async #send(body: string): Promise<boolean> {
    try {
      const headers = { 'Content-Type': 'application/json' };
      const signal = AbortSignal.timeout(GIVE_UP_MS);
      const response = await fetch(this.#url, { method: 'POST', headers, body, signal });
      await response.arrayBuffer();
      if (response.ok) return true;
    } catch {
      // The body may or may not have arrived.
    }
    this.#refused += 1;
    return false;
  }

  #body(first: number): string {
    const events = Array.from({ length: EVENTS_PER_BODY }, (_, index) => ({
      clientEventId: `${this.session}.${first + index}`,
      eventTimeMs: Date.now(),
      tier: 100,
      sequence: { id: this.session, index: first + index },
      name: 'playerStateChanged',
      payload: { from: 3, to: 1, mediaTimeSeconds: 12.5, videoId: 'orieldemo01' },
    }));
    const client = { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1' };
    return JSON.stringify({ context: { client }, events, requestTimeMs: Date.now() });
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
