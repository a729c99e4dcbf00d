import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { ObservedAlert } from '../../../protocol/provider/observation.ts';
import { ALERT_NAMES, ALERTS, type AlertName, type AlertRule, type Situation } from './alerts.ts';

/** How often conditions are looked at between requests for them: it bounds the error of their time. */
export const ALERT_LOOK_INTERVAL_MS = 10_000;

/** Which conditions hold, and since when. */
export class AlertBoard {
  readonly #clock: Clock;
  readonly #situation: () => Situation;
  readonly #raised = new Map<AlertName, ObservedAlert>();
  #cancelTimer: () => void;

  constructor(clock: Clock, situation: () => Situation) {
    this.#clock = clock;
    this.#situation = situation;
    this.#cancelTimer = this.#lookLater();
  }

  /** Those that hold now, in the order of the table. */
  raised(): ObservedAlert[] {
    this.#look();
    return ALERT_NAMES.flatMap((name) => this.#raised.get(name) ?? []);
  }

  close(): void {
    this.#cancelTimer();
  }

  #look(): void {
    const situation = this.#situation();
    for (const name of ALERT_NAMES) {
      const { holds, whatToDo }: AlertRule = ALERTS[name];
      const says = holds(situation);
      const sinceMs = this.#raised.get(name)?.sinceMs ?? this.#clock.now();
      if (says === undefined) this.#raised.delete(name);
      else this.#raised.set(name, { name, says, whatToDo, sinceMs });
    }
  }

  #lookLater(): () => void {
    return this.#clock.after(ALERT_LOOK_INTERVAL_MS, () => {
      this.#look();
      this.#cancelTimer = this.#lookLater();
    });
  }
}
