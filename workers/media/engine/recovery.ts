/** Waits between network recoveries, before anything is shown. Our choice. */
const NETWORK_RECOVERY_DELAYS_MS = [1_000, 2_000, 4_000] as const;
/** Segments in a row that are left out because they are missing or damaged; more is a film that is not there. Our choice. */
const SEGMENT_SKIPS_MAX = 2;
/** A second media recovery within this time is not tried: the first did not help. Our choice. */
const MEDIA_RECOVERY_WINDOW_MS = 10_000;

/** What the engine could not mend by itself. */
export interface EngineFault {
  readonly kind: 'network' | 'media';
  /** HTTP status; 0 where there was no response. */
  readonly status: number;
  /** The segment that is to blame, if one is. */
  readonly segment: string | null;
  /** No other try can end differently. */
  readonly isFinal: boolean;
}

export type RecoveryStep =
  | { readonly what: 'reload'; readonly delayMs: number }
  /** A new MediaSource, at the same position. */
  | { readonly what: 'reset' }
  /** On without the segment. */
  | { readonly what: 'skip' }
  | { readonly what: 'give-up' };

const GIVE_UP: RecoveryStep = { what: 'give-up' };

/** What to try before the viewer hears of a fault: patience with the network, and a damaged segment left out. */
export class Recovery {
  #reloads = 0;
  #skips = 0;
  #lastResetMs = -Infinity;
  #lastResetSegment: string | null = null;

  next(fault: EngineFault, nowMs: number): RecoveryStep {
    if (fault.isFinal) return GIVE_UP;
    return fault.kind === 'network' ? this.#afterNetworkFault(fault) : this.#afterMediaFault(fault, nowMs);
  }

  /** The stream goes on, or begins anew. */
  progressed(): void {
    this.#reloads = 0;
    this.#skips = 0;
  }

  #afterNetworkFault({ status, segment }: EngineFault): RecoveryStep {
    if (isLasting(status)) return segment === null ? GIVE_UP : this.#skip();
    const delayMs = NETWORK_RECOVERY_DELAYS_MS[this.#reloads];
    if (delayMs === undefined) return GIVE_UP;
    this.#reloads += 1;
    return { what: 'reload', delayMs };
  }

  /** The first time it may have been the decoder; the second time it is the segment. */
  #afterMediaFault({ segment }: EngineFault, nowMs: number): RecoveryStep {
    const isRepeated = nowMs - this.#lastResetMs < MEDIA_RECOVERY_WINDOW_MS;
    if (isRepeated) return segment !== null && segment === this.#lastResetSegment ? this.#skip() : GIVE_UP;
    this.#lastResetMs = nowMs;
    this.#lastResetSegment = segment;
    return { what: 'reset' };
  }

  #skip(): RecoveryStep {
    if (this.#skips >= SEGMENT_SKIPS_MAX) return GIVE_UP;
    this.#skips += 1;
    return { what: 'skip' };
  }
}

/** The server has answered, and would answer the same again. 408 and 429 ask for patience. */
function isLasting(status: number): boolean {
  return status >= 200 && status < 500 && status !== 408 && status !== 429;
}
