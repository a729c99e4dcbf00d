import type { SecondsRange } from '../../../protocol/runtime/media/time-ranges.ts';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import type { FrameCounts } from '../engines/count-frames.ts';
import type { LateAttention } from '../interface/attention/late-attention.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Player, PlayerControl } from '../player/player.ts';
import type { PageStart } from './page-start.ts';
import type { MainSpans } from './record-input.ts';

/** Parts of the page that telemetry observes. */
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
  /** Ranges of the present source that have been played. */
  readonly readPlayed: () => readonly SecondsRange[];
  readonly start: PageStart;
  readonly spans: MainSpans;
}
