import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Infrastructure } from '../../infrastructure/infrastructure.ts';
import type { Connection } from '../../player/connection/connection.ts';
import { positionAt, type Player, type PlayerSnapshot } from '../../player/player.ts';
import { partFiles } from './part-files.ts';

export interface CachePartsDependencies {
  /** Functions that load parts of the interface. */
  readonly parts: readonly (() => Promise<unknown>)[];
  /** Time to wait after playback has first started. */
  readonly afterMs: number;
  /** Seconds of media that have to be buffered ahead first; the whole rest of the video also suffices. */
  readonly aheadSeconds: number;
  readonly player: Player;
  readonly connection: Pick<Connection, 'get'>;
  /** Whether the viewer saves data: parts are then loaded on demand only. */
  readonly savesData: () => boolean;
  readonly clock: Clock;
  readonly infrastructure: Pick<Infrastructure, 'defer'>;
  readonly cacheFiles: Infrastructure['cacheFiles'];
  /** Whether the page has requested this address before. */
  readonly isLoaded: (address: string) => boolean;
}

/**
 * Loads parts of the interface into the browser's cache, so that viewers can open them without a network: once a video has played
 * for a while and its buffer is ahead, with the lowest priority, and without running them.
 */
export function cacheParts({
  parts,
  afterMs,
  aheadSeconds,
  player,
  connection,
  savesData,
  clock,
  infrastructure,
  cacheFiles,
  isLoaded,
}: CachePartsDependencies): void {
  const check = (): void => {
    const snapshot = player.getSnapshot();
    if (savesData() || connection.get() === 'offline' || !isAhead(snapshot, clock.monotonicNow(), aheadSeconds)) return;
    stop();
    const files = [...new Set(parts.flatMap(partFiles))].filter((file) => !isLoaded(file));
    infrastructure.defer('cache parts', () => cacheFiles(files), { priority: 'background' });
  };
  const wait = (): void => {
    if (player.getSnapshot().state !== PLAYER_STATE.playing) return;
    stop();
    const watchBuffer = (): void => {
      stop = player.subscribe(check);
      check();
    };
    infrastructure.defer('watch the buffer', watchBuffer, { priority: 'background', delayMs: afterMs });
  };
  let stop = player.subscribe(wait);
  wait();
}

function isAhead(snapshot: PlayerSnapshot, nowMs: number, aheadSeconds: number): boolean {
  const seconds = positionAt(snapshot, nowMs);
  const wanted = Math.min(seconds + aheadSeconds, snapshot.durationSeconds - 1);
  return snapshot.bufferedRanges.some(([start, end]) => start <= seconds && end >= wanted);
}
