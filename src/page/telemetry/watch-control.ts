import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { LatencyLog } from './latency-log.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Player, PlayerControl, PlayerSnapshot } from '../player/player.ts';

const ACTION = 'control';

/** Commands and waits within this time after the first are logged as one action, because a dragged slider seeks many times. */
export const CONTROL_ACTION_MS = 5_000;

/** Waits of the player, by conditions of its snapshot. */
const WAITS: Readonly<Record<string, (snapshot: PlayerSnapshot) => boolean>> = {
  seek: ({ seeking }) => seeking,
  stall: ({ waiting }) => waiting,
  quality: ({ qualityChoice, quality }) => qualityChoice !== 'auto' && qualityChoice !== quality,
};

export interface WatchControlOptions {
  readonly latency: LatencyLog;
  readonly player: Pick<Player, 'getSnapshot' | 'subscribe'>;
  readonly control: Pick<PlayerControl, 'onCommand'>;
  readonly clock: Clock;
  readonly lifecycle: Pick<Lifecycle, 'subscribe'>;
}

/**
 * Logs latencies of the player in use: a tick for each command of viewer or host, spans for seeks, stalls and changes of quality
 * (L8). Their log drops frequent repeats.
 */
export function watchControl({ latency, player, control, clock, lifecycle }: WatchControlOptions): void {
  const startsMs = new Map<string, number>();
  let cancelEnd: (() => void) | null = null;
  const end = (): void => {
    cancelEnd?.();
    cancelEnd = null;
    latency.end(ACTION);
  };
  const begin = (startMs: number): void => {
    if (cancelEnd !== null) return;
    latency.begin(ACTION, ACTION, startMs);
    cancelEnd = clock.after(CONTROL_ACTION_MS, end);
  };
  const follow = (): void => {
    const snapshot = player.getSnapshot();
    const nowMs = clock.monotonicNow();
    for (const [key, waits] of Object.entries(WAITS)) {
      const startMs = startsMs.get(key);
      if (startMs === undefined && waits(snapshot)) startsMs.set(key, nowMs);
      if (startMs === undefined || waits(snapshot)) continue;
      startsMs.delete(key);
      begin(startMs);
      latency.span(ACTION, key, startMs);
    }
  };
  control.onCommand(({ command: { name }, by }) => {
    if (by !== 'viewer' && by !== 'host') return;
    begin(clock.monotonicNow());
    latency.tick(ACTION, name);
  });
  player.subscribe(follow);
  lifecycle.subscribe(({ state, visibility }) => {
    if (state === 'document_disposed' || visibility === 'hidden') end();
  });
}
