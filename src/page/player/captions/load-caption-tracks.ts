import type { CaptionTrack } from '../../../../protocol/provider/player-response.ts';
import type { CaptionTracks } from './caption-tracks.ts';

/** The component that shows captions. */
export type ShownTracks = Pick<CaptionTracks, 'replace' | 'show'>;

/** Loads the caption parser when captions are first shown; a start without captions does not wait for it. */
export function loadCaptionTracks(
  load: () => Promise<ShownTracks>,
  reportError: (error: unknown) => void,
): ShownTracks {
  let known: readonly CaptionTrack[] = [];
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
    run((shown) => shown.replace(known));
  };
  return {
    replace(tracks) {
      known = tracks;
      run((shown) => shown.replace(tracks));
    },
    show(index) {
      if (index >= 0 && loading === null) begin();
      run((shown) => shown.show(index));
    },
  };
}
