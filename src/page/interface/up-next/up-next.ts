import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { SnapshotStore } from '../../player/snapshot-store.ts';
import { positionAt, type Player, type PlayerControl, type PlayerSnapshot } from '../../player/player.ts';
import { endSecondsOf, isUnderWay } from '../../player/video-end.ts';
import type { SectionLoop } from '../seek/section-loop.ts';

/** The card with the next video shows this long before the end. */
const UP_NEXT_SECONDS = 6;

export interface UpNextSnapshot {
  /** Index in the playlist; `null` while there is nothing to announce. */
  readonly index: number | null;
  /** Whole seconds until the next video begins. */
  readonly seconds: number;
}

const NOTHING: UpNextSnapshot = { index: null, seconds: 0 };

export interface UpNextDependencies {
  readonly player: Player;
  readonly control: Pick<PlayerControl, 'holdAtEnd'>;
  readonly section: Pick<SectionLoop, 'get' | 'subscribe'>;
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
}

/**
 * Announces the next video of a list during the last seconds of the present one, so that no time is added. One timer,
 * reset whenever the player changes.
 */
export class UpNext {
  readonly #dependencies: UpNextDependencies;
  readonly #store: SnapshotStore<UpNextSnapshot>;
  #cancelledVideoId = '';
  #cancelTimer: () => void = () => undefined;

  constructor(dependencies: UpNextDependencies) {
    this.#dependencies = dependencies;
    this.#store = new SnapshotStore(NOTHING, dependencies.reportError);
  }

  get = (): UpNextSnapshot => this.#store.get();

  /** Follows the player while there are subscribers. */
  subscribe = (listener: () => void): (() => void) => {
    const { player, section } = this.#dependencies;
    const undo = [this.#store.subscribe(listener), player.subscribe(this.#follow), section.subscribe(this.#follow)];
    this.#follow();
    return () => {
      this.#cancelTimer();
      for (const end of undo) end();
    };
  };

  playNow = (): void => {
    const { index } = this.get();
    if (index !== null) this.#dependencies.player.execute({ name: 'playVideoAt', arguments: [index] }, 'viewer');
  };

  /** Cancels the next video: the list ends with the present video. */
  cancel = (): void => {
    const { player, control } = this.#dependencies;
    control.holdAtEnd();
    this.#cancelledVideoId = player.getSnapshot().video.videoId;
    this.#follow();
  };

  readonly #follow = (): void => {
    this.#cancelTimer();
    const { player, clock, section } = this.#dependencies;
    const snapshot = player.getSnapshot();
    // A cancelled video stays the last of its list until the player shows another video.
    if (snapshot.video.videoId !== this.#cancelledVideoId) this.#cancelledVideoId = '';
    // A repeated section never reaches the end.
    const isLast = section.get().toSeconds !== null || snapshot.video.videoId === this.#cancelledVideoId;
    const index = isLast ? null : nextIndex(snapshot);
    const { rate } = snapshot.position;
    const remaining = endOf(snapshot) - positionAt(snapshot, clock.monotonicNow());
    const isNear = index !== null && remaining <= UP_NEXT_SECONDS && remaining >= 0;
    this.#store.update(isNear ? { index, seconds: Math.ceil(remaining / (rate > 0 ? rate : 1)) } : NOTHING);
    if (index === null || rate <= 0) return;
    const untilNear = Math.max(0, remaining - UP_NEXT_SECONDS) / rate;
    // To the next whole second, and a little past it: a timer may fire early.
    const wait = untilNear > 0 ? untilNear : ((remaining / rate) % 1) + 0.02;
    this.#cancelTimer = clock.after(wait * 1_000, this.#follow);
  };
}

function nextIndex(snapshot: PlayerSnapshot): number | null {
  const { playlist, loop, video } = snapshot;
  const count = playlist?.videoIds.length ?? 0;
  if (playlist === null || count < 2 || video.isLive || !isUnderWay(snapshot)) return null;
  const next = playlist.index + 1;
  return next < count ? next : loop ? 0 : null;
}

/** End of the video; `Infinity` for a video so short that its card would appear before its middle. */
function endOf(snapshot: PlayerSnapshot): number {
  const end = endSecondsOf(snapshot);
  return end - snapshot.video.startSeconds < 2 * UP_NEXT_SECONDS ? Infinity : end;
}
