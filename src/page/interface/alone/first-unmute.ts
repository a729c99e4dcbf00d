import type { Presses } from '../presses.ts';
import type { SoundOffer } from '../unmute/sound-offer.ts';

export interface FirstUnmuteOptions {
  readonly root: HTMLElement;
  readonly presses: Pick<Presses, 'isDown'>;
  readonly offer: Pick<SoundOffer, 'get' | 'subscribe'>;
  readonly unmute: () => void;
}

/** Offers sound by the button of the HTML, until the interface has its own button. The returned function ends the offer. */
export function followFirstUnmute({ root, offer, presses, unmute }: FirstUnmuteOptions): () => void {
  const button = root.querySelector<HTMLElement>('.first-unmute');
  const draw = (): void => {
    const { isOffered, isFamiliar } = offer.get();
    root.toggleAttribute('data-offers-sound', isOffered);
    // The button does not shrink while it is pressed.
    if (!presses.isDown()) button?.toggleAttribute('data-familiar', isFamiliar);
  };
  draw();
  const stop = offer.subscribe(draw);
  const listening = new AbortController();
  const press = (): void => {
    // Focus from a pointer would keep the button visible; keyboard focus stays, and passes to the interface's button.
    if (button?.matches(':focus-visible') === false) button.blur();
    unmute();
  };
  button?.addEventListener('click', press, { signal: listening.signal });
  return () => {
    stop();
    listening.abort();
    root.removeAttribute('data-offers-sound');
  };
}
