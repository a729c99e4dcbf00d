/** Delays of network recoveries, before an error is shown. */
const NETWORK_RECOVERY_DELAYS_MS = [1_000, 2_000, 4_000] as const;
/** Missing or damaged segments in a row that are skipped; more means that the video is missing. */
const SEGMENT_SKIPS_MAX = 2;
/** A media fault within this time after a media recovery shows that the recovery did not help. */
const MEDIA_RECOVERY_WINDOW_MS = 10_000;

/** A fault that the engine could not fix itself. */
export interface EngineFault {
  readonly kind: 'network' | 'media';
  /** HTTP status; 0 where there was no response. */
  readonly status: number;
  /** The segment that caused the fault, if known. */
  readonly segment: string | null;
  /** Whether a retry would fail in the same way. */
  readonly isFinal: boolean;
}

export type RecoveryStep =
  | { readonly what: 'reload'; readonly delayMs: number }
  /** A new MediaSource, at the same position. */
  | { readonly what: 'reset' }
  /** Continue without the segment. */
  | { readonly what: 'skip' }
  | { readonly what: 'give-up' };

const GIVE_UP: RecoveryStep = { what: 'give-up' };

/** Chooses the next step before a fault is shown: reload, new source, or skipping a damaged segment. */
export class Recovery {
  #reloads = 0;
  #skips = 0;
  #lastResetMs = -Infinity;
  #lastResetSegment: string | null = null;
  #faultyTrack: string | undefined;

  next(fault: EngineFault, nowMs: number): RecoveryStep {
    if (fault.isFinal) return GIVE_UP;
    return fault.kind === 'network' ? this.#afterNetworkFault(fault) : this.#afterMediaFault(fault, nowMs);
  }

  /** The track that the latest fault came from, if known. */
  blame(track: string | undefined): void {
    this.#faultyTrack = track;
  }

  /** Call it for each buffered segment; only a segment of the faulty track shows that the fault is over. */
  buffered(track: string): void {
    if (track === this.#faultyTrack) this.progressed();
  }

  /** Call it when the stream continues or restarts. */
  progressed(): void {
    this.#reloads = 0;
    this.#skips = 0;
  }

  /** Call it when a lower level continues, because its decoder has not failed yet. */
  lowered(): void {
    this.#lastResetMs = -Infinity;
  }

  #afterNetworkFault({ status, segment }: EngineFault): RecoveryStep {
    if (isLasting(status)) return segment === null ? GIVE_UP : this.#skip();
    const delayMs = NETWORK_RECOVERY_DELAYS_MS[this.#reloads];
    if (delayMs === undefined) return GIVE_UP;
    this.#reloads += 1;
    return { what: 'reload', delayMs };
  }

  /** The first fault may come from the decoder; a second fault at the same segment comes from the segment. */
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

/** Whether the server would send the same response again. 408 and 429 are temporary. */
function isLasting(status: number): boolean {
  return status >= 200 && status < 500 && status !== 408 && status !== 429;
}
