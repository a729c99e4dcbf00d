import type { Chapter, LiveInfo, PlayerEvents } from './types.ts';

type Told = Pick<PlayerEvents, 'durationchange' | 'bufferingchange' | 'chapterchange'>;
export type ChangeName = keyof Told;

interface Known {
  readonly duration: number;
  readonly isBuffering: boolean;
  readonly chapter: Chapter | null;
}

/** Events derived from the deliveries of the frame, so that they need no messages on the wire. */
export class InfoChanges {
  readonly #info: LiveInfo;
  readonly #tell: (name: ChangeName, event: Told[ChangeName]) => void;
  #known: Known;

  constructor(info: LiveInfo, tell: (name: ChangeName, event: Told[ChangeName]) => void) {
    this.#info = info;
    this.#tell = tell;
    this.#known = this.#read();
  }

  /** Call it after every delivery. */
  check(): void {
    const before = this.#known;
    const after = (this.#known = this.#read());
    if (after.duration !== before.duration) this.#tell('durationchange', { duration: after.duration });
    if (after.isBuffering !== before.isBuffering) this.#tell('bufferingchange', { active: after.isBuffering });
    if (after.chapter?.startSeconds !== before.chapter?.startSeconds || after.chapter?.title !== before.chapter?.title)
      this.#tell('chapterchange', { chapter: after.chapter });
  }

  #read(): Known {
    const { duration, state, chapter } = this.#info;
    return { duration, isBuffering: state === 'buffering', chapter };
  }
}
