import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { SnapshotStore } from '../../player/snapshot-store.ts';
import { positionAt, type Player, type PlayerSnapshot } from '../../player/player.ts';
import { endSecondsOf, isUnderWay } from '../../player/video-end.ts';
import { defineFeature } from '../shared/features.ts';

/** The end screen loads this long before the end: enough for its code and pictures on a slow connection. */
const LEAD_SECONDS = 10;

/** `near`: the end screen loads and stays hidden; `over`: the video has ended. */
export type EndStage = 'away' | 'near' | 'over';

export interface EndWatchDependencies {
  readonly player: Player;
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
}

/** Reports when the end of the video is near or reached. Uses one timer, reset whenever the player changes. */
export class EndWatch {
  readonly #player: Player;
  readonly #clock: Clock;
  readonly #store: SnapshotStore<{ readonly stage: EndStage }>;
  #cancelTimer: () => void = () => undefined;

  constructor({ player, clock, reportError }: EndWatchDependencies) {
    this.#player = player;
    this.#clock = clock;
    this.#store = new SnapshotStore({ stage: 'away' }, reportError);
  }

  get = (): EndStage => this.#store.get().stage;

  /** Follows the player while there are subscribers. */
  subscribe = (listener: () => void): (() => void) => {
    const undo = [this.#store.subscribe(listener), this.#player.subscribe(this.#follow)];
    this.#follow();
    return () => {
      this.#cancelTimer();
      for (const end of undo) end();
    };
  };

  readonly #follow = (): void => {
    this.#cancelTimer();
    const snapshot = this.#player.getSnapshot();
    const nearInSeconds = secondsUntilNear(snapshot, this.#clock.monotonicNow());
    const isOver = hasEnd(snapshot) && snapshot.state === PLAYER_STATE.ended;
    this.#store.update({ stage: isOver ? 'over' : nearInSeconds <= 0 ? 'near' : 'away' });
    const { rate } = snapshot.position;
    if (nearInSeconds > 0 && nearInSeconds < Infinity && rate > 0)
      this.#cancelTimer = this.#clock.after((nearInSeconds / rate) * 1_000, this.#follow);
  };
}

/** Created by the component that shows the end screen. */
export const endWatch = defineFeature(({ page, playback }) => new EndWatch({ ...page, ...playback }));

/** Whether the end is final: a live stream that ends may begin again. */
function hasEnd({ video, error }: PlayerSnapshot): boolean {
  return video.videoId !== '' && !video.isLive && error === null;
}

/** Media time until the end screen should load; `Infinity` if no end screen follows. */
function secondsUntilNear(snapshot: PlayerSnapshot, nowMs: number): number {
  const { video, loop, playlist } = snapshot;
  const isLast = playlist === null || playlist.index + 1 >= playlist.videoIds.length;
  if (!hasEnd(snapshot) || loop || !isLast || !isUnderWay(snapshot)) return Infinity;
  const end = endSecondsOf(snapshot);
  const leadSeconds = Math.min(LEAD_SECONDS, (end - video.startSeconds) / 2);
  return end - leadSeconds - positionAt(snapshot, nowMs);
}
