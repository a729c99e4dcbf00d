import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { positionAt, type Player, type PlayerSnapshot } from '../../player/player.ts';
import type { Attention } from '../attention/attention.ts';
import { defineFeature } from '../shared/features.ts';
import { WorkingListeners } from '../shared/working-listeners.ts';

/** Shortest timer: any sooner, the clock would show nothing new. */
const TICK_MIN_MS = 20;
/** Interval while the controls are hidden: a screen reader may still read the time, but each change costs a rendering. */
const HIDDEN_TICK_MS = 10_000;
/** If the element is further than this from the expected position, it has lost its stream, or is about to seek. */
const TRUST_SECONDS = 1;

export interface WholeSecondsDependencies {
  readonly player: Player;
  /** While the video plays, its own time is shown: after a slow start, the extrapolated time is a little ahead. */
  readonly media: Pick<HTMLVideoElement, 'currentTime'>;
  readonly clock: Clock;
  readonly attention: Pick<Attention, 'isShown' | 'subscribe'>;
  readonly document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
}

/**
 * The present position in whole seconds, for every part that shows it: one timer to the moment at which the next second of media
 * time begins, so that all parts render together, and seldom while the controls are hidden.
 */
export class WholeSeconds {
  readonly #dependencies: WholeSecondsDependencies;
  readonly #listeners = new WorkingListeners({ start: () => this.#start(), stop: () => this.#stop() });
  #stops: readonly (() => void)[] = [];
  #cancelTick: () => void = () => undefined;
  #followed: Pick<PlayerSnapshot, 'position' | 'durationSeconds'> | null = null;

  constructor(dependencies: WholeSecondsDependencies) {
    this.#dependencies = dependencies;
  }

  get = (): number => Math.floor(this.#position());

  subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  #position(): number {
    const { player, media, clock } = this.#dependencies;
    const snapshot = player.getSnapshot();
    const expected = positionAt(snapshot, clock.monotonicNow());
    const isMoving = snapshot.position.rate > 0 && Math.abs(media.currentTime - expected) < TRUST_SECONDS;
    return isMoving ? media.currentTime : expected;
  }

  #start(): void {
    const { player, attention, document } = this.#dependencies;
    // Browsers delay the timers of a hidden page by up to a minute.
    document.addEventListener('visibilitychange', this.#follow);
    this.#stops = [
      player.subscribe(this.#followPlayer),
      attention.subscribe(this.#follow),
      () => document.removeEventListener('visibilitychange', this.#follow),
    ];
    this.#follow();
  }

  #stop(): void {
    this.#cancelTick();
    for (const stop of this.#stops) stop();
  }

  /** The snapshot changes often; the time only with these two values. */
  readonly #followPlayer = (): void => {
    const { position, durationSeconds } = this.#dependencies.player.getSnapshot();
    if (position !== this.#followed?.position || durationSeconds !== this.#followed.durationSeconds) this.#follow();
  };

  readonly #follow = (): void => {
    this.#cancelTick();
    const { player, clock, attention, document } = this.#dependencies;
    if (document.hidden) return;
    const snapshot = player.getSnapshot();
    this.#followed = snapshot;
    const { rate } = snapshot.position;
    const seconds = this.#position();
    const untilNextMs = ((Math.floor(seconds) + 1 - seconds) / rate) * 1_000;
    const restMs = attention.isShown() ? Math.max(TICK_MIN_MS, untilNextMs) : HIDDEN_TICK_MS;
    if (rate > 0) this.#cancelTick = clock.after(restMs, this.#follow);
    this.#listeners.notify();
  };
}

export const wholeSeconds = defineFeature(
  ({ page, playback }) => new WholeSeconds({ ...page, ...playback, document: page.root.ownerDocument }),
);
