import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Connection } from '../../player/connection/connection.ts';
import { positionAt, type Player, type PlayerSnapshot } from '../../player/player.ts';
import { partFiles } from './part-files.ts';

export interface CachePartsDependencies {
  /** Load parts of the interface. */
  readonly parts: readonly (() => Promise<unknown>)[];
  /** Time from the first playback. */
  readonly afterMs: number;
  /** Media that are loaded ahead first, or all of the video. */
  readonly aheadSeconds: number;
  readonly player: Player;
  readonly connection: Pick<Connection, 'get'>;
  /** The parts are not worth their bytes to this viewer. */
  readonly savesData: () => boolean;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  /** The page has requested this address before. */
  readonly isLoaded: (address: string) => boolean;
}

/**
 * Parts that viewers open in a tunnel are in the browser's cache by then: once a video has played for a while and its buffer
 * is ahead, with the lowest priority, and without running them.
 */
export function cacheParts({
  parts,
  afterMs,
  aheadSeconds,
  player,
  connection,
  savesData,
  clock,
  fetch,
  isLoaded,
}: CachePartsDependencies): void {
  // A failure costs nothing: the part is requested when it is opened. The cache keeps what has been read to its end.
  const keep = (file: string): Promise<unknown> =>
    fetch(file, { priority: 'low' })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  const look = (): void => {
    const snapshot = player.getSnapshot();
    if (savesData() || connection.get() === 'offline' || !isAhead(snapshot, clock.monotonicNow(), aheadSeconds)) return;
    stop();
    for (const file of parts.flatMap(partFiles)) if (!isLoaded(file)) void keep(file);
  };
  const wait = (): void => {
    if (player.getSnapshot().state !== PLAYER_STATE.playing) return;
    stop();
    clock.after(afterMs, () => {
      stop = player.subscribe(look);
      look();
    });
  };
  let stop = player.subscribe(wait);
  wait();
}

function isAhead(snapshot: PlayerSnapshot, nowMs: number, aheadSeconds: number): boolean {
  const seconds = positionAt(snapshot, nowMs);
  const wanted = Math.min(seconds + aheadSeconds, snapshot.durationSeconds - 1);
  return snapshot.bufferedRanges.some(([start, end]) => start <= seconds && end >= wanted);
}
