import type { SecondsRange } from '../../../protocol/media/time-ranges.ts';
import type { SpanRing } from '../../../protocol/profiling/span-ring.ts';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import { LatencyLog } from '../infrastructure/logging/latency-log.ts';
import { PlaybackQuality, type FrameCounts } from '../infrastructure/logging/playback-quality.ts';
import { VisualElements } from '../infrastructure/logging/visual-elements.ts';
import type { LateAttention } from '../interface/attention/late-attention.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Player, PlayerControl } from '../player/player.ts';
import { watchMain } from '../profiling/watch-main.ts';
import type { PageStart } from './page-start.ts';
import { watchControl } from './watch-control.ts';
import { watchElements } from './watch-elements.ts';
import { watchPageStart } from './watch-page-start.ts';
import { watchPlayback } from './watch-playback.ts';
import { watchRequests } from './watch-requests.ts';

/** Recovered playback errors beyond this many add no information. Our choice. */
const MENDED_ERRORS_MAX = 20;

export interface TelemetryOptions {
  readonly player: Player;
  readonly control: Pick<PlayerControl, 'onCommand' | 'lastSourceOf'>;
  readonly infrastructure: Pick<Infrastructure, 'log' | 'ready' | 'clientScreenNonce' | 'summariseActivity'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly lifecycle: Pick<Lifecycle, 'subscribe'>;
  readonly attention: Pick<LateAttention, 'isShown' | 'subscribe'>;
  readonly root: HTMLElement;
  readonly countFrames: () => FrameCounts | null;
  /** What of the present source has been played. */
  readonly readPlayed: () => readonly SecondsRange[];
  readonly start: PageStart;
  readonly spans: SpanRing;
}

export interface Telemetry {
  /** L10: an error of the stream, shown (`fatal`) or recovered. */
  playbackFailed(code: string, detail: string, fatal: boolean): void;
  /** N9 */
  readonly playbackNonce: string;
}

/** Telemetry of viewing (L8–L10). Not needed for the first frame, so it is a separate chunk. */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  const { clock, random, infrastructure, countFrames, readPlayed } = options;
  const quality = new PlaybackQuality({ clock, random, infrastructure, countFrames });
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
