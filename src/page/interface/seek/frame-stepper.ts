import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Player } from '../../player/player.ts';
import { defineFeature } from '../shared/features.ts';

/** Until a frame's real length is known, a step searches for the next frame in strides of this length. */
const FRAME_SEARCH_SECONDS = 1 / 120;
const FRAME_SEARCH_STEPS_MAX = 24;
/** How long a step waits for the frame after its seek has ended; the seek itself has no limit, since slow devices need long. */
const FRAME_TIMEOUT_MS = 1_000;

interface Step {
  readonly direction: 1 | -1;
  readonly requestedAtMs: number;
}

/** Times nearer than this are the same frame. Seconds. */
const SAME_FRAME_SECONDS = 0.0005;

/**
 * Steps by the actual frames, not by an assumed rate: after every seek the browser reports when the displayed frame begins. A step back
 * seeks to just before that beginning; a step forward advances in strides until another frame shows.
 */
export class FrameStepper {
  readonly #player: Player;
  readonly #video: HTMLVideoElement;
  readonly #clock: Clock;
  #isBusy = false;
  #next: Step | null = null;
  /** When the present step was requested: commands requested later take precedence. */
  #requestedAtMs = 0;
  /** Start of the displayed frame, and the media time at which it was seen. */
  #shown: { readonly beginsAt: number; readonly seenAt: number } | null = null;
  #frameSeconds: number = FRAME_SEARCH_SECONDS;

  constructor(player: Player, video: HTMLVideoElement, clock: Clock) {
    this.#player = player;
    this.#video = video;
    this.#clock = clock;
  }

  /**
   * Runs one step at a time; of the steps requested meanwhile only the last follows, since a held key repeats faster than frames arrive.
   * `requestedAtMs` is monotonic.
   */
  async step(direction: 1 | -1, requestedAtMs: number): Promise<void> {
    this.#next = { direction, requestedAtMs };
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let step = this.#take(); step !== null; step = this.#take()) {
        this.#requestedAtMs = step.requestedAtMs;
        await (step.direction === 1 ? this.#forward() : this.#back());
      }
    } finally {
      this.#isBusy = false;
    }
  }

  #take(): Step | null {
    const step = this.#next;
    this.#next = null;
    return step;
  }

  /** Start of the displayed frame; after a step, the position can be at the frame's end. A fraction like 10.03999 reads as 10.04. */
  get seconds(): number {
    return this.#beginning() + SAME_FRAME_SECONDS;
  }

  async #forward(): Promise<void> {
    const start = this.#beginning();
    let target = Math.max(start + this.#frameSeconds, this.#video.currentTime);
    for (let tries = 0; tries < FRAME_SEARCH_STEPS_MAX; tries += 1) {
      const frame = await this.#seek(target + SAME_FRAME_SECONDS);
      if (frame === null) return;
      if (frame > start + SAME_FRAME_SECONDS) {
        this.#frameSeconds = Math.max(FRAME_SEARCH_SECONDS, Math.min(frame - start, this.#frameSeconds * 4));
        return;
      }
      target += FRAME_SEARCH_SECONDS;
    }
  }

  async #back(): Promise<void> {
    await this.#seek(this.#beginning() - SAME_FRAME_SECONDS * 2);
  }

  /** Start of the displayed frame; if unknown, as after playback, the present time, which is no earlier. */
  #beginning(): number {
    const { currentTime } = this.#video;
    const isSame = this.#shown !== null && Math.abs(this.#shown.seenAt - currentTime) < SAME_FRAME_SECONDS;
    return isSame && this.#shown !== null ? this.#shown.beginsAt : currentTime;
  }

  /** Seeks and returns when the displayed frame begins; `null` if no frame arrived, or another seek was requested. */
  async #seek(seconds: number): Promise<number | null> {
    const target = Math.max(0, seconds);
    const beginsAt = await this.#frameAfter(() => {
      this.#player.execute({ name: 'seekTo', arguments: [target, true] }, 'viewer', this.#requestedAtMs);
      return this.#player.getSnapshot().position.seconds === target;
    });
    this.#shown = beginsAt === null ? null : { beginsAt, seenAt: this.#video.currentTime };
    return beginsAt;
  }

  #frameAfter(seek: () => boolean): Promise<number | null> {
    const video = this.#video;
    const settled = new AbortController();
    return new Promise((resolve) => {
      const settle = (beginsAt: number | null): void => {
        settled.abort();
        video.cancelVideoFrameCallback(handle);
        resolve(beginsAt);
      };
      // Requested before the seek: a frame that shows before the request is never reported.
      const handle = video.requestVideoFrameCallback((_, { mediaTime }) => settle(mediaTime));
      if (!seek()) return settle(null);
      const wait = (): void => {
        const cancel = this.#clock.after(FRAME_TIMEOUT_MS, () => settle(null));
        settled.signal.addEventListener('abort', cancel);
      };
      if (!video.seeking) wait();
      // The loss of the source ends the seek, too.
      for (const end of ['seeked', 'emptied']) video.addEventListener(end, wait, { signal: settled.signal });
    });
  }
}

export const frameStepper = defineFeature(
  ({ page: { media, clock }, playback: { player } }) => new FrameStepper(player, media, clock),
);
