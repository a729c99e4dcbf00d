import type { Telemetry } from './start-telemetry.ts';
import type { TelemetryOptions } from './telemetry-options.ts';

/** Loads telemetry, a separate chunk that follows the first frame, and forwards calls once it has loaded. */
export class TelemetryLoader {
  readonly #reportError: (error: unknown) => void;
  #loading: Promise<void> | null = null;
  #telemetry: Telemetry | undefined;

  constructor(reportError: (error: unknown) => void) {
    this.#reportError = reportError;
  }

  /** Nonce of the present playback, which a viewer's report of the video contains (N9). */
  get playbackNonce(): string | undefined {
    return this.#telemetry?.playbackNonce;
  }

  load(options: TelemetryOptions): void {
    this.#loading = import('./start-telemetry.ts').then(({ startTelemetry }) => {
      this.#telemetry = startTelemetry(options);
    });
    this.#loading.catch(this.#reportError);
  }

  /** A failed load has already been reported once (L10). */
  playbackFailed(code: string, detail: string, fatal: boolean): void {
    this.#loading?.then(
      () => this.#telemetry?.playbackFailed(code, detail, fatal),
      () => undefined,
    );
  }
}
