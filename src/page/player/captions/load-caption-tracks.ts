import type { Connection } from '../connection/connection.ts';
import type { CaptionTracks } from './caption-tracks.ts';
import type { OfferedTrack } from './offered-track.ts';

/** The component that shows captions. */
export type ShownTracks = Pick<CaptionTracks, 'show'>;

/**
 * Loads the caption parser when captions are first shown; a start without captions does not wait for it. A parser that did not load
 * is requested again with the next captions, or when the network returns.
 */
export function loadCaptionTracks(
  load: () => Promise<ShownTracks>,
  connection: Pick<Connection, 'get' | 'subscribe'>,
  reportError: (error: unknown) => void,
): ShownTracks {
  let wanted: OfferedTrack | undefined;
  let loading: Promise<ShownTracks> | null = null;
  const begin = (): void => {
    const begun = load();
    loading = begun;
    begun.catch((error: unknown) => {
      reportError(error);
      if (loading === begun) loading = null;
    });
  };
  const show = (track: OfferedTrack | undefined): void => {
    wanted = track;
    if (track !== undefined && loading === null) begin();
    void loading
      ?.then(
        (shown) => shown.show(track),
        () => undefined,
      )
      .catch(reportError);
  };
  connection.subscribe(() => loading === null && connection.get() === 'back' && show(wanted));
  return { show };
}
