/** Media types that this browser supports. */
export interface MediaSupport {
  readonly mediaSource: boolean;
  /** MediaSource in a dedicated worker; set to false for the session if the browser announces it but it does not work. */
  mediaSourceInWorker: boolean;
  readonly nativeHls: boolean;
  /** A receiver plays the element's source, which therefore has to be an address (interface/television/). */
  isForReceiver?: boolean;
}

interface MediaSourceConstructor {
  readonly canConstructInDedicatedWorker?: boolean;
}

/** The iPhone has only the managed kind, which is preferred where available. */
export function readMediaSupport(
  scope: { readonly ManagedMediaSource?: unknown; readonly MediaSource?: unknown },
  element: HTMLVideoElement,
  allowWorkers: boolean,
): MediaSupport {
  const constructor = (scope.ManagedMediaSource ?? scope.MediaSource) as MediaSourceConstructor | undefined;
  return {
    mediaSource: constructor !== undefined,
    mediaSourceInWorker: allowWorkers && constructor?.canConstructInDedicatedWorker === true,
    nativeHls: element.canPlayType('application/vnd.apple.mpegurl') !== '',
  };
}
