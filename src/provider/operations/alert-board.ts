import type { Clock } from '../../../protocol/runtime/clock.ts';
import { COUNTED_NETWORKS_MAX, type EndedAlert, type ObservedAlert } from '../../../protocol/provider/observation.ts';
import type { AlertFigures, AlertRule, AlertSources, Situation } from './alert-rule.ts';
import { ALERT_NAMES, ALERTS, type AlertName } from './alerts.ts';
import type { Log } from './log.ts';
import type { Tally } from './recent-sources.ts';
import { RepeatedLines } from './repeated-lines.ts';

/** Interval at which conditions are evaluated while nobody requests them: it limits the error of their times. */
export const ALERT_CHECK_INTERVAL_MS = 10_000;
/** Ended alerts are shown for this long. */
const ENDED_KEPT_MS = 86_400_000;
const ENDED_MAX = 100;
/** A condition that holds again within this time is the same alert: a condition at its threshold would fill the list. */
const RESUMED_WITHIN_MS = 60_000;

interface Beginning {
  readonly sinceMs: number;
  /** Text of the first moment: shortly before its end, the numbers of an alert are close to its threshold. */
  readonly firstSays: string;
  /** Count since the start of the process, as it was before the window in which the alert began. */
  readonly totalBefore: number;
  readonly tally: Tally | undefined;
  peak: number;
}

interface Raised {
  readonly beginning: Beginning;
  readonly alert: ObservedAlert;
}

/** An alert that may be resumed. */
interface Paused {
  readonly beginning: Beginning;
  readonly untilMs: number;
}

export interface AlertBoardDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly situation: () => Situation;
  /** Begins to count the sources of an alert, including the sources of its window. */
  readonly tally: (sources: AlertSources) => Tally;
}

/** Keeps in memory which conditions hold since when and which have ended, and logs both, each alert once a minute at most. */
export class AlertBoard {
  readonly #clock: Clock;
  readonly #lines: RepeatedLines;
  readonly #situation: () => Situation;
  readonly #tally: (sources: AlertSources) => Tally;
  readonly #raised = new Map<AlertName, Raised>();
  readonly #paused = new Map<AlertName, Paused>();
  /** Counts since the start, when the condition of each alert was last seen not to hold. */
  readonly #quietTotals = new Map<AlertName, number>();
  #ended: EndedAlert[] = [];
  #cancelTimer: () => void;

  constructor({ clock, log, situation, tally }: AlertBoardDependencies) {
    this.#clock = clock;
    this.#lines = new RepeatedLines(log, clock);
    this.#situation = situation;
    this.#tally = tally;
    this.#cancelTimer = this.#checkLater();
  }

  /** Alerts that hold now, in the order of the table. */
  raised(): ObservedAlert[] {
    this.#check();
    return ALERT_NAMES.flatMap((name) => this.#raised.get(name)?.alert ?? []);
  }

  /** Alerts that ended in the last day, the latest first. */
  ended(): EndedAlert[] {
    this.#check();
    const sinceMs = this.#clock.now() - ENDED_KEPT_MS;
    return this.#ended.filter(({ untilMs }) => untilMs > sinceMs);
  }

  /** Ends raised alerts: the log then has the totals of all alerts. */
  close(): void {
    this.#cancelTimer();
    const situation = this.#situation();
    for (const [name, { beginning }] of this.#raised) this.#end(name, beginning, situation, true);
    this.#lines.close();
  }

  #check(): void {
    const situation = this.#situation();
    for (const name of ALERT_NAMES) {
      const rule: AlertRule = ALERTS[name];
      const says = rule.holds(situation);
      const known = this.#raised.get(name);
      if (says === undefined) {
        if (known !== undefined) this.#end(name, known.beginning, situation);
        this.#quietTotals.set(name, rule.total?.(situation) ?? 0);
        continue;
      }
      const whatToDo = rule.advice?.(situation) ?? rule.whatToDo;
      const beginning = known?.beginning ?? this.#begin(name, { says, whatToDo }, situation);
      beginning.peak = Math.max(beginning.peak, rule.measure(situation));
      this.#raised.set(name, { beginning, alert: { name, says, whatToDo, sinceMs: beginning.sinceMs } });
    }
    this.#forgetPaused();
  }

  #begin(
    name: AlertName,
    fields: { readonly says: string; readonly whatToDo: string },
    situation: Situation,
  ): Beginning {
    this.#lines.write({ alert: name, change: 'raised' }, { level: 'warn', fields, message: 'an alert was raised' });
    this.#forgetPaused();
    const paused = this.#paused.get(name);
    if (paused !== undefined) {
      this.#paused.delete(name);
      this.#ended = this.#ended.filter((ended) => ended.name !== name || ended.untilMs !== paused.untilMs);
      return paused.beginning;
    }
    const { total, measure, sources }: AlertRule = ALERTS[name];
    return {
      sinceMs: this.#clock.now(),
      firstSays: fields.says,
      totalBefore: Math.min((total?.(situation) ?? 0) - measure(situation), this.#quietTotals.get(name) ?? 0),
      tally: sources === undefined ? undefined : this.#tally(sources),
      peak: 0,
    };
  }

  #end(name: AlertName, beginning: Beginning, situation: Situation, isShutdown = false): void {
    const untilMs = this.#clock.now();
    const { sinceMs, firstSays: says } = beginning;
    const rule: AlertRule = ALERTS[name];
    const figures = figuresOf(rule, beginning, situation);
    const total = rule.sums(figures);
    this.#raised.delete(name);
    this.#paused.set(name, { beginning, untilMs });
    this.#ended = [{ name, says, sinceMs, untilMs, total }, ...this.#ended].slice(0, ENDED_MAX);
    const { sum, peak, sources } = figures;
    const limits = sources.map(({ kind: limit, count, networks }) => ({
      ...{ limit, count, networks },
      // Readers of the log do not know the number at which counting stops.
      ...(networks >= COUNTED_NETWORKS_MAX && { hasMoreNetworks: true }),
    }));
    const fields = {
      says,
      lastedMs: untilMs - sinceMs,
      total,
      sum,
      peak,
      ...(limits.length > 0 && { limits }),
      ...(isShutdown && { isShutdown }),
    };
    this.#lines.write({ alert: name, change: 'ended' }, { level: 'info', fields, message: 'an alert has ended' });
  }

  /** Forgets alerts that ended long ago: when their condition returns, it is a new alert. */
  #forgetPaused(): void {
    for (const [name, { beginning, untilMs }] of this.#paused)
      if (this.#clock.now() - untilMs >= RESUMED_WITHIN_MS) {
        beginning.tally?.close();
        this.#paused.delete(name);
      }
  }

  #checkLater(): () => void {
    return this.#clock.after(ALERT_CHECK_INTERVAL_MS, () => {
      this.#check();
      this.#cancelTimer = this.#checkLater();
    });
  }
}

function figuresOf({ total }: AlertRule, { totalBefore, tally, peak }: Beginning, situation: Situation): AlertFigures {
  const sources = tally?.list() ?? [];
  const counted = sources.reduce((sum, { count }) => sum + count, 0);
  return { sum: total === undefined ? counted : total(situation) - totalBefore, peak, sources };
}
