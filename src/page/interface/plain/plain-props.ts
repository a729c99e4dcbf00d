import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Player } from '../../player/player.ts';
import type { PlainLabels } from './plain-labels.ts';

/** Everything the plain fallbacks use, kept small so that little can fail in them too. */
export interface PlainProps {
  readonly player: Player;
  readonly clock: Clock;
  readonly labels: PlainLabels;
}
