import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Log, LogLevel } from './log.ts';

interface Line {
  readonly level: LogLevel;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

interface Burst extends Line {
  repeats: number;
  readonly cancel: () => void;
}

const WINDOW_MS = 60_000;
/** Past this many kinds at once, all further ones are counted together. */
const KINDS_MAX = 100;
const OTHERS = 'others';

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

  write(kind: string, line: Line): void {
    const key = this.#bursts.has(kind) || this.#bursts.size < KINDS_MAX ? kind : OTHERS;
    const known = this.#bursts.get(key);
    if (known !== undefined) {
      known.repeats += 1;
      return;
    }
    this.#log[line.level](line.fields, line.message);
    this.#watch(key, line);
  }

  /** Writes pending counts, and ends all timers. */
  close(): void {
    for (const burst of this.#bursts.values()) {
      burst.cancel();
      this.#sayRepeats(burst);
    }
    this.#bursts.clear();
  }

  #watch(key: string, line: Line): void {
    const cancel = this.#clock.after(WINDOW_MS, () => {
      const burst = this.#bursts.get(key);
      this.#bursts.delete(key);
      if (burst === undefined || burst.repeats === 0) return;
      this.#sayRepeats(burst);
      this.#watch(key, line);
    });
    this.#bursts.set(key, { ...line, repeats: 0, cancel });
  }

  #sayRepeats({ level, message, repeats }: Burst): void {
    if (repeats > 0) this.#log[level]({ repeats, withinMs: WINDOW_MS }, message);
  }
}

/** Groups errors of the same place, whatever ids their messages hold. */
export function bugKind(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = /^\s*at .*$/m.exec(error.stack ?? '')?.[0].trim() ?? error.message;
  const code = 'code' in error ? String(error.code) : '';
  return `${error.name} ${code} ${place}`;
}
