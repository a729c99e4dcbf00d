import { succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { PingPolicy } from '../../../../src/page/supervision/liveness.ts';
import { SupervisedWorker } from '../../../../src/page/supervision/supervised-worker.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { FakeWorker } from '../../../support/fake-worker.ts';

export const START_TIMEOUT_MS = 3_000;
export const PING_INTERVAL_MS = 1_000;
export const PING_TIMEOUT_MS = 3_000;
/** Longest time until the death of a watched worker is found: the next check, and the ping deadline. */
export const DEATH_IS_FOUND_MS = PING_INTERVAL_MS + PING_TIMEOUT_MS;

/** One worker as `open` received it. */
export interface FakeLife {
  readonly number: number;
  readonly worker: Worker;
  readonly signal: AbortSignal;
  isDead: boolean;
  pings: number;
  /** Responds to every pending ping. */
  replyLate(): void;
  failPings(): void;
}

export type OpenFakeLife = (life: FakeLife) => Promise<Outcome<FakeLife>>;

export function supervise(
  options: {
    open?: OpenFakeLife;
    createWorker?: () => Worker;
    policy?: Partial<PingPolicy>;
    startClock?: (clock: FakeClock) => Pick<FakeClock, 'after'>;
  } = {},
) {
  const clock = createFakeClock();
  const lives: FakeLife[] = [];
  const workers: FakeWorker[] = [];
  const deaths: string[] = [];
  const restarts: Promise<Outcome<FakeLife>>[] = [];
  const needs = { isNeeded: true, plentyMs: 0, mayReplace: true };
  const createFakeWorker = (): Worker => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const { open = (life) => Promise.resolve(succeed(life)), createWorker = createFakeWorker, policy } = options;
  const supervisor = new SupervisedWorker<FakeLife>({
    clock,
    ...(options.startClock && { startClock: options.startClock(clock) }),
    createWorker,
    startTimeoutMs: START_TIMEOUT_MS,
    open(worker, signal) {
      const life = createLife(lives.length, worker, signal);
      lives.push(life);
      return open(life);
    },
    ping: (life) => pingLife(life),
    pings: {
      intervalMs: PING_INTERVAL_MS,
      timeoutMs: PING_TIMEOUT_MS,
      isNeeded: () => needs.isNeeded,
      plentyMs: () => needs.plentyMs,
      mayReplace: () => needs.mayReplace,
      ...policy,
    },
    onDied(reason, restarted) {
      deaths.push(reason);
      restarts.push(restarted);
    },
  });
  const lifeAt = (index: number): FakeLife => at(lives, index);
  const workerAt = (index: number): FakeWorker => at(workers, index);
  return { clock, supervisor, lives, workers, lifeAt, workerAt, deaths, restarts, needs };
}

interface PendingPing {
  readonly response: () => void;
  readonly fail: (error: Error) => void;
}

const pendingPings = new WeakMap<FakeLife, PendingPing[]>();

function createLife(number: number, worker: Worker, signal: AbortSignal): FakeLife {
  const life: FakeLife = {
    number,
    worker,
    signal,
    isDead: false,
    pings: 0,
    replyLate() {
      for (const { response } of pendingPings.get(life) ?? []) response();
    },
    failPings() {
      for (const { fail } of pendingPings.get(life) ?? []) fail(new TypeError('no clone'));
    },
  };
  pendingPings.set(life, []);
  return life;
}

function pingLife(life: FakeLife): Promise<unknown> {
  life.pings += 1;
  if (!life.isDead) return Promise.resolve('ready');
  return new Promise<void>((response, fail) => pendingPings.get(life)?.push({ response, fail }));
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`there is no number ${index}`);
  return item;
}
