import { describeWish } from '../report/describe-wish.ts';
import type { Arrival } from '../model/arrival.ts';
import { ask } from '../model/ask.ts';
import type { Moment } from '../model/change.ts';
import { later, wishOf, type Wish } from '../model/wish.ts';
import type { Intent, Script } from '../script/script.ts';
import type { Observation } from './observe.ts';

/** The player does not seek to the oldest part of a live window, which is about to be removed (src/page/interaction). */
const LIVE_MARGIN_SECONDS = 8;

/** Applies the model to the requests that reached the player, in the order of their arrival. */
export class Reference {
  readonly #script: Script;
  readonly #startedAtMs: number;
  readonly #rests: Arrival[] = [];
  /** Number of phases that have begun. */
  #phaseCount = 1;

  constructor(script: Script, startedAtMs: number) {
    this.#script = script;
    this.#startedAtMs = startedAtMs;
  }

  wish(seen: Observation): Wish {
    const arrivals = [...seen.arrivals, ...this.#rests].toSorted((one, other) => one.atMs - other.atMs);
    const moment = this.#momentOf(seen);
    return arrivals.reduce(
      (wish: Wish, arrival) => ask(wish, arrival, moment),
      wishOf(this.#script.page, this.#startedAtMs),
    );
  }

  describe(seen: Observation): string {
    return describeWish(later(this.wish(seen), seen.element.atMs));
  }

  /** Records the state between two phases, which shows which of the allowed states the player is in. */
  settle({ atMs, told }: Observation): void {
    this.#rests.push({ atMs, by: 'rest', state: told.state ?? -1 });
    this.#phaseCount += 1;
  }

  /** Describes inputs that were sent but have not reached the document. */
  missing({ arrivals }: Observation, skipped: ReadonlySet<Intent>): string[] {
    const steps = this.#script.phases.slice(0, this.#phaseCount).flat();
    const intents = steps.map(({ intent }) => intent).filter((intent) => !skipped.has(intent));
    return (['host', 'key', 'pointer'] as const).flatMap((by) => {
      const sent = intents.filter((intent) => intent.by === by).length;
      const arrived = arrivals.filter((arrival) => arrival.by === by && !isSubscription(arrival)).length;
      return arrived === sent ? [] : [`${arrived} of ${sent} requests by ${by} reached the document`];
    });
  }

  /** A pause takes effect once the player is ready, and later if the main thread is busy. */
  #momentOf({ told: { readyAtMs, seekable } }: Observation): Moment {
    const isFast = this.#script.cpu === 1 && this.#script.line === 'fast';
    const [busyMs, loadMs] = isFast ? [400, 1_500] : [1_200, 4_000];
    return {
      stoppedByMs: (arrivedAtMs) => Math.max(arrivedAtMs + busyMs, (readyAtMs ?? Infinity) + loadMs),
      liveWindowSeconds: seekable[1] - seekable[0] - LIVE_MARGIN_SECONDS,
    };
  }
}

const isSubscription = (arrival: Arrival): boolean => arrival.by === 'host' && arrival.func === 'addEventListener';
