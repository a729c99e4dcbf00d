import type { CaptionModuleInfo, CaptionTrackInfo } from '../../../../protocol/host/player-info.ts';
import type { CaptionTrack } from '../../../../protocol/provider/player-response.ts';
import type { PlayerSnapshot } from '../../player/player.ts';

/** `apiInfoDelivery` as hosts receive it. */
export interface ApiInfo {
  readonly namespaces: readonly string[];
  readonly captions?: CaptionModuleInfo & {
    readonly options: readonly string[];
    readonly translationLanguages: readonly never[];
  };
}

const OPTIONS = ['reload', 'fontSize', 'track', 'tracklist', 'translationLanguages'] as const;

/**
 * The namespace is present while the module is loaded or captions show. The track list is present once the video is known, so that a
 * host can offer captions without turning them on first; an empty list means that the video has no captions.
 */
export function apiInfo({ captions, video }: Pick<PlayerSnapshot, 'captions' | 'video'>): ApiInfo {
  const { tracks, active, moduleLoaded, fontSize } = captions;
  const namespaces = moduleLoaded || active >= 0 ? ['captions'] : [];
  if (!video.isPlayable && tracks.length === 0) return { namespaces };
  const shown = tracks[active];
  return {
    namespaces,
    captions: {
      options: OPTIONS,
      track: shown === undefined ? {} : trackInfo(shown),
      tracklist: tracks.map(trackInfo),
      translationLanguages: [],
      fontSize,
    },
  };
}

function trackInfo({ languageCode, name, kind, isDefault }: CaptionTrack): CaptionTrackInfo {
  const isAutomatic = kind === 'asr';
  return {
    languageCode,
    languageName: name,
    displayName: name,
    kind: isAutomatic ? 'asr' : '',
    name: '',
    id: null,
    is_default: isDefault,
    is_translateable: false,
    vss_id: `${isAutomatic ? 'a' : ''}.${languageCode}`,
  };
}
