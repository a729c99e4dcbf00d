import { LatencyLog } from './latency-log.ts';
import { PlaybackQuality } from './playback-quality.ts';
import { VisualElements } from './visual-elements.ts';
import { watchMain } from './watch-main.ts';
import { watchControl } from './watch-control.ts';
import { watchElements } from './watch-elements.ts';
import { watchPageStart } from './watch-page-start.ts';
import { watchPlayback } from './watch-playback.ts';
import { watchRequests } from './watch-requests.ts';
import type { TelemetryOptions } from './telemetry-options.ts';

/** Recovered playback errors beyond this many add no information. */
const MENDED_ERRORS_MAX = 20;

export interface Telemetry {
  /** An error of the stream, shown (`fatal`) or recovered (L10). */
  playbackFailed(code: string, detail: string, fatal: boolean): void;
  /** Nonce of the present playback, which a viewer's report of the video contains (N9). */
  readonly playbackNonce: string;
}

/** Telemetry of viewing (L8–L10). Not needed for the first frame, so it is a separate chunk. */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  const { clock, random, infrastructure, countFrames, readPlayed } = options;
  const quality = new PlaybackQuality({ clock, random, infrastructure, spans: options.spans.ring, countFrames });
  const elements = new VisualElements(infrastructure);
  watchMain(options.spans, options.player);
  watchPlayback(quality, options, readPlayed());
  watchRequests(options);
  const latency = new LatencyLog(clock, infrastructure);
  watchPageStart(latency, options);
  watchControl({ ...options, latency });
  watchElements(elements, options);
  let mendedErrors = 0;
  return {
    playbackFailed(code, detail, fatal) {
      if (!fatal && (mendedErrors += 1) > MENDED_ERRORS_MAX) return;
      quality.failed(code, detail, fatal);
    },
    get playbackNonce() {
      return quality.playbackNonce;
    },
  };
}
