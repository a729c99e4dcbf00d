import type { Clock } from '../../../protocol/runtime/clock.ts';
import { fail, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { Liveness, type PingPolicy } from './liveness.ts';
import { allowsRestart, countDeath } from './restart-budget.ts';
import { nextSupervisionState, type SupervisionCause, type SupervisionState } from './supervision-table.ts';
import { whenOpened } from './when-opened.ts';

export interface SupervisedWorkerOptions<Service> {
  readonly clock: Clock;
  /** Clock of the deadline for a start; `clock` if absent. */
  readonly startClock?: Pick<Clock, 'after'>;
  /** May throw, as the `Worker` constructor does if a policy forbids it. */
  readonly createWorker: () => Worker;
  /**
   * Puts a worker to use; succeeds when the worker has proved that it works. `signal` aborts when this worker ends, before
   * it is terminated: listeners, calls and resources of the worker have to end with the signal.
   */
  readonly open: (worker: Worker, signal: AbortSignal) => Promise<Outcome<Service>>;
  readonly startTimeoutMs: number;
  readonly ping: (service: Service) => Promise<unknown>;
  readonly pings: PingPolicy;
  /**
   * Called when pings found a worker dead. `restarted` settles as the promise of `start` does: with the next worker, or with a
   * failure.
   */
  readonly onDied: (reason: string, restarted: Promise<Outcome<Service>>) => void;
}

const ENDED = fail('worker.unavailable', 'worker was ended');

/**
 * Keeps one worker running: starts it with a deadline, pings it, replaces a dead worker, and gives up when deaths are too frequent.
 * Late events of an earlier worker have no effect on the present worker.
 */
export class SupervisedWorker<Service> {
  readonly #options: SupervisedWorkerOptions<Service>;
  #state: SupervisionState = 'stopped';
  #endLife = (): void => undefined;
  #liveness: Liveness | null = null;
  #deathsMs: readonly number[] = [];

  constructor(options: SupervisedWorkerOptions<Service>) {
    this.#options = options;
  }

  get state(): SupervisionState {
    return this.#state;
  }

  /** Takes over a running worker, or creates a worker. Fails if the worker was given up, or stopped before it was ready. */
  start(adopted?: Worker): Promise<Outcome<Service>> {
    return this.#move('start') ? this.#begin(adopted) : Promise.resolve(ENDED);
  }

  /** Restarts after a death that the caller has detected: the death counts as usual, and `onDied` is not called. */
  restart(reason: string): Promise<Outcome<Service>> {
    const deathsMs = countDeath(this.#deathsMs, this.#options.clock.monotonicNow());
    const isAllowed = allowsRestart(deathsMs);
    if (!this.#move(isAllowed ? 'died' : 'exhausted')) return Promise.resolve(ENDED);
    this.#deathsMs = deathsMs;
    this.#endLife();
    // Listeners of the abort may have stopped the supervisor.
    return this.#state === 'restarting' ? this.#begin() : Promise.resolve(fail('worker.unavailable', reason));
  }

  /** Ends the worker and its supervision; `start` would start again, with the previous deaths counted. */
  stop(): void {
    if (this.#move('stop')) this.#endLife();
  }

  /** Has to be called when the ping policy's result may have changed. */
  watch(): void {
    this.#liveness?.watch();
  }

  /** Called when the worker has proved to be alive: it need not be pinged at the next check. */
  noteServed(): void {
    this.#liveness?.noteServed();
  }

  /** Pings at once, and replaces a worker that does not respond in time, whatever the ping policy says. */
  pingNow(): void {
    this.#liveness?.pingNow();
  }

  async #begin(adopted?: Worker): Promise<Outcome<Service>> {
    const { clock, startClock = clock, startTimeoutMs: timeoutMs, createWorker, open } = this.#options;
    const ending = new AbortController();
    const { signal } = ending;
    let outcome: Outcome<Service>;
    try {
      const worker = adopted ?? createWorker();
      this.#endLife = () => {
        this.#liveness?.stop();
        this.#liveness = null;
        ending.abort();
        worker.terminate();
      };
      outcome = await whenOpened(worker, open(worker, signal), { clock: startClock, timeoutMs, signal });
    } catch (error) {
      outcome = fail('worker.unavailable', `worker refused: ${error}`);
    }
    if (signal.aborted) return ENDED;
    if (outcome.ok) this.#run(outcome.value);
    else if (this.#move('refused')) this.#endLife();
    return outcome;
  }

  #run(service: Service): void {
    const { clock, pings: policy, ping, onDied } = this.#options;
    this.#move('opened');
    this.#liveness = new Liveness({
      clock,
      policy,
      ping: () => ping(service),
      onChange: (change) => this.#move(change),
      onDead: () => {
        const reason = `worker died: it did not answer within ${policy.timeoutMs} ms`;
        onDied(reason, this.restart(reason));
      },
    });
    this.#liveness.watch();
  }

  #move(cause: SupervisionCause): boolean {
    const next = nextSupervisionState(this.#state, cause);
    this.#state = next ?? this.#state;
    return next !== undefined;
  }
}
