export interface ProgressLineOptions {
  readonly say: (line: string) => void;
  /** Writes over the present line, on terminals alone. */
  readonly rewrite?: ((line: string) => void) | undefined;
  readonly now: () => number;
}

const BAR_CHARACTERS = 24;
/** Before this much is done, the time left is a guess. */
const KNOWN_SHARE = 0.03;
/** Interval of lines where a terminal cannot overwrite a line. */
const LINE_INTERVAL_MS = 10_000;

/** How far something is, and how long it will take: a bar on terminals, now and then a line elsewhere. */
export class ProgressLine {
  readonly #options: ProgressLineOptions;
  #startedAtMs: number;
  /** Work of an earlier run takes no time now. */
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
