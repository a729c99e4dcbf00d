import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { OwnSnapshot } from '../../player/snapshot-store.ts';
import type { Attention } from '../attention/attention.ts';
import { defineFeature } from '../shared/features.ts';
import { listenerOn } from '../shared/listener-on.ts';
import { SHOWS_BUBBLES } from '../attention/attention-table.ts';

/** A pointer rests on a control this long before its name shows; while another name is shown, the name shows at once. */
const SHOW_DELAY_MS = 350;
/** Long enough to move the pointer onto the bubble (WCAG 1.4.13), which lies beyond the seek bar. */
const HIDE_DELAY_MS = 300;

export interface BubbleSnapshot {
  /** The control that is named; `null` without one. */
  readonly anchor: HTMLElement | null;
}

export interface BubblesDependencies {
  readonly root: HTMLElement;
  readonly clock: Clock;
  readonly attention: Pick<Attention, 'get' | 'subscribe'>;
  readonly reportError: (error: unknown) => void;
}

/** The name and the key of the control under the pointer, or with the focus of a keyboard: one at a time. */
class Bubbles extends OwnSnapshot<BubbleSnapshot> {
  readonly #root: HTMLElement;
  readonly #clock: Clock;
  readonly #attention: BubblesDependencies['attention'];
  #cancel: () => void = () => undefined;
  /** The control that was pressed, or whose name was dismissed: its name stays hidden until the pointer leaves the control. */
  #silent: HTMLElement | null = null;

  constructor({ root, clock, attention, reportError }: BubblesDependencies) {
    super({ anchor: null }, reportError);
    this.#root = root;
    this.#clock = clock;
    this.#attention = attention;
    attention.subscribe(() => this.#followAttention());
    const on = listenerOn(root, { passive: true });
    on('pointerover', (event) => event.pointerType !== 'touch' && this.#point(event.target));
    on('pointerleave', () => this.#point(null));
    on('pointerdown', ({ target }) => this.#silence(anchorOf(target)));
    on('focusin', ({ target }) => this.#focus(target));
    on('focusout', ({ relatedTarget }) => relatedTarget === null && this.#focus(null));
    root.ownerDocument.addEventListener('keydown', (event) => this.#press(event), { capture: true });
  }

  #point(target: EventTarget | null): void {
    if (target instanceof Element && target.closest('.bubble') !== null) return this.#cancel();
    const anchor = anchorOf(target);
    if (anchor !== this.#silent) this.#silent = null;
    this.#cancel();
    if (anchor === this.get().anchor || (anchor !== null && anchor === this.#silent)) return;
    const isAtOnce = anchor !== null && this.get().anchor !== null;
    this.#cancel = this.#clock.after(isAtOnce ? 0 : anchor === null ? HIDE_DELAY_MS : SHOW_DELAY_MS, () =>
      this.#show(anchor),
    );
  }

  #focus(target: EventTarget | null): void {
    // The attention model receives this focus by its own listener, which may run after this one.
    queueMicrotask(() => {
      if (this.#attention.get() === 'keyboard') this.#show(anchorOf(target));
    });
  }

  #silence(anchor: HTMLElement | null): void {
    this.#silent = anchor;
    this.#show(null);
  }

  #press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.get().anchor === null) return;
    this.#silence(this.get().anchor);
    event.preventDefault();
    event.stopPropagation();
  }

  #followAttention(): void {
    if (!SHOWS_BUBBLES.includes(this.#attention.get())) this.#show(null);
  }

  #show(anchor: HTMLElement | null): void {
    this.#cancel();
    const isAllowed = anchor !== null && SHOWS_BUBBLES.includes(this.#attention.get()) && anchor.isConnected;
    this.update({ anchor: isAllowed ? anchor : null });
    this.#root.toggleAttribute('data-bubble', isAllowed);
  }
}

/** Created by the component that draws the names. */
export const bubbles = defineFeature(({ page, playback }) => new Bubbles({ ...page, attention: playback.attention }));

function anchorOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]:not(dialog *)') : null;
}
