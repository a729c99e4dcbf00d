/** A receiver that is there, is chosen at once, and leaves by `leave()`: browsers under test have none. Runs in the page. */
export function haveReceiver(): void {
  let state: RemotePlaybackState = 'disconnected';
  const enter = (remote: EventTarget, next: RemotePlaybackState, event: string): void => {
    state = next;
    remote.dispatchEvent(new Event(event));
  };
  Object.defineProperty(RemotePlayback.prototype, 'state', { get: () => state });
  RemotePlayback.prototype.watchAvailability = (tell) => {
    queueMicrotask(() => tell(true));
    return Promise.resolve(1);
  };
  RemotePlayback.prototype.prompt = async function (this: RemotePlayback) {
    enter(this, 'connecting', 'connecting');
    setTimeout(() => enter(this, 'connected', 'connect'));
  };
  Object.assign(window, {
    leave: () => enter(document.querySelector('video')?.remote ?? window, 'disconnected', 'disconnect'),
  });
}
