export interface ProgressLineOptions {
  readonly say: (line: string) => void;
  /** Overwrites the current line; absent without a terminal. */
  readonly rewrite?: ((line: string) => void) | undefined;
  readonly now: () => number;
}

const BAR_CHARACTERS = 24;
/** Below this share, the remaining time is not shown. */
const KNOWN_SHARE = 0.03;
/** Interval of progress lines without a terminal. */
const LINE_INTERVAL_MS = 10_000;

/** Shows progress and remaining time: as a bar on a terminal, else as a line every few seconds. */
export class ProgressLine {
  readonly #options: ProgressLineOptions;
  #startedAtMs: number;
  /** Share that an earlier run had finished, which must not count in the speed of this run. */
  #firstShare: number | undefined;
  #saidAtMs: number;

  constructor(options: ProgressLineOptions) {
    this.#options = options;
    this.#startedAtMs = options.now();
    this.#saidAtMs = this.#startedAtMs;
  }

  /** @param share 0 to 1. */
  show(step: string, share: number): void {
    const { rewrite, say, now } = this.#options;
    const done = Math.round(share * BAR_CHARACTERS);
    const bar = '█'.repeat(done) + '░'.repeat(BAR_CHARACTERS - done);
    const line = `${bar} ${String(Math.round(share * 100)).padStart(3)} %  ${step}${this.#left(share)}`;
    if (rewrite !== undefined) return rewrite(line);
    if (now() - this.#saidAtMs < LINE_INTERVAL_MS) return;
    this.#saidAtMs = now();
    say(line);
  }

  end(): void {
    this.#options.rewrite?.('');
  }

  #left(share: number): string {
    if (this.#firstShare === undefined) {
      this.#firstShare = share > KNOWN_SHARE ? share : 0;
      if (this.#firstShare > 0) this.#startedAtMs = this.#options.now();
    }
    const done = share - this.#firstShare;
    if (done < KNOWN_SHARE || share >= 1) return '';
    const seconds = Math.ceil((((this.#options.now() - this.#startedAtMs) / done) * (1 - share)) / 1_000);
    return seconds < 60 ? `, ${seconds} s left` : `, ${Math.ceil(seconds / 60)} min left`;
  }
}
