import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { EndedAlert, ObservedAlert } from '../../../protocol/provider/observation.ts';
import { ALERT_NAMES, ALERTS, type AlertName, type AlertRule, type Situation } from './alerts.ts';
import type { Log } from './log.ts';

/** How often conditions are looked at between requests for them: it bounds the error of their time. */
export const ALERT_LOOK_INTERVAL_MS = 10_000;
/** Ended alerts are shown for this long. */
const ENDED_KEPT_MS = 86_400_000;
const ENDED_MAX = 100;

export interface AlertBoardDependencies {
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly situation: () => Situation;
}

/** Which conditions hold and since when, and which have ended: in memory and in the log. */
export class AlertBoard {
  readonly #clock: Clock;
  readonly #log: AlertBoardDependencies['log'];
  readonly #situation: () => Situation;
  readonly #raised = new Map<AlertName, ObservedAlert>();
  #ended: EndedAlert[] = [];
  #cancelTimer: () => void;

  constructor({ clock, log, situation }: AlertBoardDependencies) {
    this.#clock = clock;
    this.#log = log;
    this.#situation = situation;
    this.#cancelTimer = this.#lookLater();
  }

  /** Those that hold now, in the order of the table. */
  raised(): ObservedAlert[] {
    this.#look();
    return ALERT_NAMES.flatMap((name) => this.#raised.get(name) ?? []);
  }

  /** Those that ended in the last day, the latest first. */
  ended(): EndedAlert[] {
    this.#look();
    const sinceMs = this.#clock.now() - ENDED_KEPT_MS;
    return this.#ended.filter(({ untilMs }) => untilMs > sinceMs);
  }

  close(): void {
    this.#cancelTimer();
  }

  #look(): void {
    const situation = this.#situation();
    for (const name of ALERT_NAMES) {
      const { holds, whatToDo }: AlertRule = ALERTS[name];
      const says = holds(situation);
      const known = this.#raised.get(name);
      if (says === undefined) {
        if (known !== undefined) this.#end(known);
        this.#raised.delete(name);
        continue;
      }
      if (known === undefined) this.#log.warn({ alert: name, says, whatToDo }, 'an alert was raised');
      this.#raised.set(name, { name, says, whatToDo, sinceMs: known?.sinceMs ?? this.#clock.now() });
    }
  }

  #end({ name, says, sinceMs }: ObservedAlert): void {
    const untilMs = this.#clock.now();
    this.#ended = [{ name, says, sinceMs, untilMs }, ...this.#ended].slice(0, ENDED_MAX);
    this.#log.info({ alert: name, says, lastedMs: untilMs - sinceMs }, 'an alert has ended');
  }

  #lookLater(): () => void {
    return this.#clock.after(ALERT_LOOK_INTERVAL_MS, () => {
      this.#look();
      this.#cancelTimer = this.#lookLater();
    });
  }
}
