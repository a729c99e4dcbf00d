import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Player } from '../../player/player.ts';
import type { PlainLabels } from './plain-labels.ts';

/** All that the plain versions work with, so that little is left that can fail them too. */
export interface PlainProps {
  readonly player: Player;
  readonly clock: Clock;
  readonly labels: PlainLabels;
}
