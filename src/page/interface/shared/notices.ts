import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { Emitter } from '../../player/emitter.ts';
import { defineFeature } from './features.ts';

/** How long a notice is shown. */
export const NOTICE_MS = 1_000;
/** Longer, for a notice about something that the viewer did not do. */
export const LONG_NOTICE_MS = 5_000;

export type NoticeIcon = 'play' | 'pause' | 'volumeHigh' | 'muted';

/** A short notice over the picture, in response to a key or a tap. */
export interface Notice {
  /** Empty if the icon is enough. */
  readonly text: string;
  readonly icon: NoticeIcon | null;
  /** Which side of the picture it appears on; seeks show their direction. */
  readonly place: 'centre' | 'start' | 'end';
  /** Whether a finger has tapped that side. */
  readonly hasRipple: boolean;
  /** Increases with every notice, so that the same text twice is two notices. */
  readonly number: number;
}

export interface NoticeOptions extends Partial<Pick<Notice, 'icon' | 'place' | 'hasRipple'>> {
  /** With `Infinity`, the notice stays until the next notice. */
  readonly forMs?: number;
}

/** The latest notice, while it is shown. */
export class Notices {
  readonly #clock: Clock;
  readonly #changed: Emitter<void>;
  #notice: Notice | null = null;
  #count = 0;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, reportError: (error: unknown) => void) {
    this.#clock = clock;
    this.#changed = new Emitter(reportError);
  }

  get = (): Notice | null => this.#notice;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  show(
    text: string,
    { place = 'centre', icon = null, hasRipple = false, forMs = NOTICE_MS }: NoticeOptions = {},
  ): void {
    this.#cancel();
    this.#notice = { text, place, icon, hasRipple, number: (this.#count += 1) };
    this.#changed.emit();
    this.#cancel = Number.isFinite(forMs) ? this.#clock.after(forMs, () => this.hide()) : () => undefined;
  }

  hide(): void {
    this.#cancel();
    if (this.#notice === null) return;
    this.#notice = null;
    this.#changed.emit();
  }
}

export const notices = defineFeature(({ page: { clock, connection, reportError } }) => {
  const shown = new Notices(clock, reportError);
  // The shown notice may say that there is no network.
  connection.subscribe(() => connection.get() === 'back' && shown.hide());
  return shown;
});
