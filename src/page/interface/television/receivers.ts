/** The used part of an element's `RemotePlayback`. */
export type Receivers = EventTarget &
  Pick<RemotePlayback, 'state' | 'prompt' | 'watchAvailability' | 'cancelWatchAvailability'>;

/** `button`: a receiver is available; `menu`: the browser cannot report availability; `none`: no receiver is available or allowed. */
export type Offer = 'button' | 'menu' | 'none';

/**
 * Watches for receivers that can play an address, on an element that is not shown: availability depends on the element's source, and no
 * receiver can play a MediaSource. Watching costs power; the returned function ends it.
 */
export function watchReceivers(receivers: Receivers, onOffer: (offer: Offer) => void): () => void {
  let isOver = false;
  const offer = (kind: Offer): void => {
    if (!isOver) onOffer(kind);
  };
  const watching = receivers
    .watchAvailability((isAvailable) => offer(isAvailable ? 'button' : 'none'))
    .catch((error: unknown) => {
      offer(error instanceof DOMException && error.name === 'NotSupportedError' ? 'menu' : 'none');
      return undefined;
    });
  return () => {
    isOver = true;
    void watching
      .then((id) => (id === undefined ? undefined : receivers.cancelWatchAvailability(id)))
      .catch(() => undefined);
  };
}
