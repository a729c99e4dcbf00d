import { randomBytes } from 'node:crypto';
import { JSON_TYPE, LOG_PATH, makeBatch, makeEvent } from './sender.mjs';

const VIEWERS = 8;
const EVENTS_PER_LOG = 5;
const EVENTS_PER_SESSION = 500;
const PAUSE_MS = 250;
const READABLE_WITHIN_MS = 60_000;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Viewers in separate networks: each opens pages and logs events, and sends refused events again, as players do.
 */
export class HonestViewers {
  pages = [];
  /** Requests with events. */
  logs = [];
  /** Last acknowledged index of each session. */
  #acknowledged = new Map();
  #send;

  constructor(send) {
    this.#send = send;
  }

  get acknowledgedCount() {
    return [...this.#acknowledged.values()].reduce((sum, last) => sum + last + 1, 0);
  }

  async run(isOver) {
    await Promise.all(Array.from({ length: VIEWERS }, (_, index) => this.#view(`127.${200 + index}.0.1`, isOver)));
  }

  async #view(address, isOver) {
    let [session, index] = [newSession(), 0];
    while (!isOver()) {
      this.pages.push(await this.#timed(address, { path: '/embed/orieldemo01' }));
      const events = Array.from({ length: EVENTS_PER_LOG }, (_, place) => makeEvent(session, index + place));
      const sent = { method: 'POST', path: LOG_PATH, headers: JSON_TYPE, body: makeBatch(events) };
      const { durationMs, status } = await this.#timed(address, sent);
      this.logs.push({ durationMs, status });
      if (status === 200) {
        this.#acknowledged.set(session, index + EVENTS_PER_LOG - 1);
        index += EVENTS_PER_LOG;
        if (index >= EVENTS_PER_SESSION) [session, index] = [newSession(), 0];
      }
      await pause(PAUSE_MS);
    }
  }

  async #timed(address, wanted) {
    const startedMs = performance.now();
    const { status } = await this.#send(address, wanted);
    return { status, durationMs: performance.now() - startedMs };
  }

  /**
   * Counts the acknowledged events that the provider reports as received, session by session. Repeats a request for up to a
   * minute in all, since the consumer of a cluster stores events after their acknowledgement.
   */
  async countReadable() {
    const untilMs = performance.now() + READABLE_WITHIN_MS;
    let readable = 0;
    for (const [session, last] of this.#acknowledged) {
      let count = await this.#countOf(session, last);
      while (count <= last && performance.now() < untilMs) {
        await pause(PAUSE_MS);
        count = await this.#countOf(session, last);
      }
      readable += count;
    }
    return readable;
  }

  async #countOf(session, last) {
    const { status, text } = await this.#send('127.220.0.1', {
      path: `/youtubei/v1/received_events?sequence=${session}.0-${last}`,
    });
    if (status !== 200) return 0;
    const { sequences } = JSON.parse(text.slice(text.indexOf('{')));
    return sequences.flatMap(({ ranges }) => ranges).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  }
}

function newSession() {
  return randomBytes(16).toString('hex');
}
