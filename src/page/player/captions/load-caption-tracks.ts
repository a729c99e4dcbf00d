import type { CaptionTracks } from './caption-tracks.ts';

/** The component that shows captions. */
export type ShownTracks = Pick<CaptionTracks, 'show'>;

/** Loads the caption parser when captions are first shown; a start without captions does not wait for it. */
export function loadCaptionTracks(
  load: () => Promise<ShownTracks>,
  reportError: (error: unknown) => void,
): ShownTracks {
  let loading: Promise<ShownTracks> | null = null;
  const run = (act: (tracks: ShownTracks) => void): void => void loading?.then(act, () => undefined).catch(reportError);
  const begin = (): void => {
    const begun = load();
    loading = begun;
    begun.catch((error: unknown) => {
      reportError(error);
      // The next request for captions retries.
      if (loading === begun) loading = null;
    });
  };
  return {
    show(track) {
      if (track !== undefined && loading === null) begin();
      run((shown) => shown.show(track));
    },
  };
}
