import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { OwnSnapshot } from '../../player/snapshot-store.ts';
import { positionAt, type Player } from '../../player/player.ts';
import { defineFeature } from '../shared/features.ts';

/** A section of the video that is repeated: A to B. Without an end, the viewer is still choosing the section. */
export interface Section {
  readonly fromSeconds: number | null;
  readonly toSeconds: number | null;
}

const NONE: Section = { fromSeconds: null, toSeconds: null };

/** Repeats a section by one timer to its end, reset when the position, the speed or the video changes. */
export class SectionLoop extends OwnSnapshot<Section> {
  readonly #player: Player;
  readonly #clock: Clock;
  #videoId: string;
  #cancel: () => void = () => undefined;

  constructor(player: Player, clock: Clock, reportError: (error: unknown) => void) {
    super(NONE, reportError);
    this.#player = player;
    this.#clock = clock;
    this.#videoId = player.getSnapshot().video.videoId;
    player.subscribe(() => this.#follow());
  }

  start(seconds: number): void {
    this.#set({ fromSeconds: seconds, toSeconds: null });
  }

  /** If the end is before the start, the two are swapped. */
  end(seconds: number): void {
    const { fromSeconds } = this.get();
    if (fromSeconds === null || seconds === fromSeconds) return;
    this.#set({ fromSeconds: Math.min(fromSeconds, seconds), toSeconds: Math.max(fromSeconds, seconds) });
  }

  clear(): void {
    this.#set(NONE);
  }

  #set(section: Section): void {
    this.update(section);
    this.#arm();
  }

  #follow(): void {
    const { videoId } = this.#player.getSnapshot().video;
    if (videoId !== this.#videoId) {
      this.#videoId = videoId;
      return this.clear();
    }
    this.#arm();
  }

  #arm(): void {
    this.#cancel();
    const { fromSeconds, toSeconds } = this.get();
    const snapshot = this.#player.getSnapshot();
    const { rate } = snapshot.position;
    if (fromSeconds === null || toSeconds === null || rate <= 0) return;
    const remaining = toSeconds - positionAt(snapshot, this.#clock.monotonicNow());
    this.#cancel = this.#clock.after(Math.max(0, (remaining / rate) * 1_000), () => {
      this.#player.execute({ name: 'seekTo', arguments: [fromSeconds, true] }, 'viewer');
    });
  }
}

export const sectionLoop = defineFeature(
  ({ page: { clock, reportError }, playback: { player } }) => new SectionLoop(player, clock, reportError),
);
