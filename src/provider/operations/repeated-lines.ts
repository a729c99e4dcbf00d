import type { Clock } from '../../../protocol/runtime/clock.ts';
import { DistinctCount } from './distinct-count.ts';
import type { Log, LogLevel } from './log.ts';

interface Line {
  readonly level: LogLevel;
  /** Fields of only the first line. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly message: string;
  /** Network that caused it: a line of repeats has the number of different networks, and no line has a network itself. */
  readonly network?: string | undefined;
}

/** Lines with the same values are repeats of each other. Each line has these values, repeats included. */
type Grouping = Readonly<Record<string, string>>;

interface Burst {
  readonly grouping: Grouping;
  readonly line: Line;
  repeats: number;
  readonly networks: DistinctCount;
  readonly cancel: () => void;
}

const WINDOW_MS = 60_000;
/** Past this many kinds at once, all further ones are counted together. */
const KINDS_MAX = 100;
const OTHERS: Grouping = { kind: 'others' };

/**
 * Lines that can repeat by the thousand, such as the same bug in every request. The first of a kind is written at once;
 * repeats become one line a minute with their count.
 */
export class RepeatedLines {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #bursts = new Map<string, Burst>();

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  write(grouping: Grouping, line: Line): void {
    const kind = keyOf(grouping);
    const isOther = !this.#bursts.has(kind) && this.#bursts.size >= KINDS_MAX;
    const key = isOther ? keyOf(OTHERS) : kind;
    const known = this.#bursts.get(key);
    if (known === undefined) {
      this.#log[line.level]({ ...grouping, ...line.fields }, line.message);
      this.#watch(key, isOther ? OTHERS : grouping, line).networks.add(line.network);
      return;
    }
    known.repeats += 1;
    known.networks.add(line.network);
  }

  /** Writes pending counts, and ends all timers. */
  close(): void {
    for (const burst of this.#bursts.values()) {
      burst.cancel();
      this.#logRepeats(burst);
    }
    this.#bursts.clear();
  }

  #watch(key: string, grouping: Grouping, line: Line): Burst {
    const cancel = this.#clock.after(WINDOW_MS, () => {
      const ended = this.#bursts.get(key);
      this.#bursts.delete(key);
      if (ended === undefined || ended.repeats === 0) return;
      this.#logRepeats(ended);
      this.#watch(key, grouping, line);
    });
    const burst = { grouping, line, repeats: 0, networks: new DistinctCount(), cancel };
    this.#bursts.set(key, burst);
    return burst;
  }

  #logRepeats({ grouping, line: { level, message }, repeats, networks }: Burst): void {
    if (repeats === 0) return;
    const counted = networks.count === 0 ? {} : { networks: networks.count };
    this.#log[level]({ ...grouping, repeats, withinMs: WINDOW_MS, ...counted }, message);
  }
}

function keyOf(grouping: Grouping): string {
  return JSON.stringify(grouping);
}

/** Groups errors of the same place, whatever ids their messages hold. */
export function bugKind(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = /^\s*at .*$/m.exec(error.stack ?? '')?.[0].trim() ?? error.message;
  const code = 'code' in error ? String(error.code) : '';
  return `${error.name} ${code} ${place}`;
}
