import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { EndedAlert, ObservedAlert } from '../../../protocol/provider/observation.ts';
import { ALERT_NAMES, ALERTS, type AlertName, type AlertRule, type Situation } from './alerts.ts';
import type { Log } from './log.ts';
import { RepeatedLines } from './repeated-lines.ts';

/** How often conditions are looked at between requests for them: it bounds the error of their time. */
export const ALERT_LOOK_INTERVAL_MS = 10_000;
/** Ended alerts are shown for this long. */
const ENDED_KEPT_MS = 86_400_000;
const ENDED_MAX = 100;
/** A condition that holds again within this time is the same alert: one at its threshold would fill the list. */
const RESUMED_WITHIN_MS = 60_000;

interface Beginning {
  readonly sinceMs: number;
  /** Text of this moment: shortly before its end, the numbers of an alert are those of its threshold. */
  readonly firstSays: string;
}

interface Raised extends Beginning {
  readonly alert: ObservedAlert;
}

export interface AlertBoardDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly situation: () => Situation;
}

/** Keeps in memory which conditions hold since when and which have ended, and logs both, each alert once a minute at most. */
export class AlertBoard {
  readonly #clock: Clock;
  readonly #lines: RepeatedLines;
  readonly #situation: () => Situation;
  readonly #raised = new Map<AlertName, Raised>();
  #ended: EndedAlert[] = [];
  #cancelTimer: () => void;

  constructor({ clock, log, situation }: AlertBoardDependencies) {
    this.#clock = clock;
    this.#lines = new RepeatedLines(log, clock);
    this.#situation = situation;
    this.#cancelTimer = this.#lookLater();
  }

  /** Those that hold now, in the order of the table. */
  raised(): ObservedAlert[] {
    this.#look();
    return ALERT_NAMES.flatMap((name) => this.#raised.get(name)?.alert ?? []);
  }

  /** Those that ended in the last day, the latest first. */
  ended(): EndedAlert[] {
    this.#look();
    const sinceMs = this.#clock.now() - ENDED_KEPT_MS;
    return this.#ended.filter(({ untilMs }) => untilMs > sinceMs);
  }

  close(): void {
    this.#cancelTimer();
    this.#lines.close();
  }

  #look(): void {
    const situation = this.#situation();
    for (const name of ALERT_NAMES) {
      const { holds, whatToDo }: AlertRule = ALERTS[name];
      const says = holds(situation);
      const known = this.#raised.get(name);
      if (says === undefined) {
        if (known !== undefined) this.#end(name, known);
        continue;
      }
      const { sinceMs, firstSays } = known ?? this.#begin(name, says, whatToDo);
      this.#raised.set(name, { sinceMs, firstSays, alert: { name, says, whatToDo, sinceMs } });
    }
  }

  #begin(name: AlertName, says: string, whatToDo: string): Beginning {
    const nowMs = this.#clock.now();
    const message = 'an alert was raised';
    this.#lines.write({ alert: name, change: 'raised' }, { level: 'warn', fields: { says, whatToDo }, message });
    const before = this.#ended.find((ended) => ended.name === name);
    if (before === undefined || nowMs - before.untilMs >= RESUMED_WITHIN_MS) return { sinceMs: nowMs, firstSays: says };
    this.#ended = this.#ended.filter((ended) => ended !== before);
    return { sinceMs: before.sinceMs, firstSays: before.says };
  }

  #end(name: AlertName, { sinceMs, firstSays: says }: Beginning): void {
    const untilMs = this.#clock.now();
    this.#raised.delete(name);
    this.#ended = [{ name, says, sinceMs, untilMs }, ...this.#ended].slice(0, ENDED_MAX);
    const fields = { says, lastedMs: untilMs - sinceMs };
    this.#lines.write({ alert: name, change: 'ended' }, { level: 'info', fields, message: 'an alert has ended' });
  }

  #lookLater(): () => void {
    return this.#clock.after(ALERT_LOOK_INTERVAL_MS, () => {
      this.#look();
      this.#cancelTimer = this.#lookLater();
    });
  }
}
