import type { Chapter, LiveInfo, PlayerEvents } from './types.ts';

type ChangeEvents = Pick<PlayerEvents, 'durationchange' | 'bufferingchange' | 'chapterchange'>;
export type ChangeName = keyof ChangeEvents;

interface Known {
  readonly duration: number;
  readonly isBuffering: boolean;
  readonly chapter: Chapter | null;
}

/** Events derived from the deliveries of the frame, so that they need no messages on the wire. */
export class InfoChanges {
  readonly #info: LiveInfo;
  readonly #report: (name: ChangeName, event: ChangeEvents[ChangeName]) => void;
  #known: Known;

  constructor(info: LiveInfo, report: (name: ChangeName, event: ChangeEvents[ChangeName]) => void) {
    this.#info = info;
    this.#report = report;
    this.#known = this.#read();
  }

  /** Call it after every delivery. */
  check(): void {
    const before = this.#known;
    const after = (this.#known = this.#read());
    if (after.duration !== before.duration) this.#report('durationchange', { duration: after.duration });
    if (after.isBuffering !== before.isBuffering) this.#report('bufferingchange', { active: after.isBuffering });
    if (after.chapter?.startSeconds !== before.chapter?.startSeconds || after.chapter?.title !== before.chapter?.title)
      this.#report('chapterchange', { chapter: after.chapter });
  }

  #read(): Known {
    const { duration, state, chapter } = this.#info;
    return { duration, isBuffering: state === 'buffering', chapter };
  }
}
