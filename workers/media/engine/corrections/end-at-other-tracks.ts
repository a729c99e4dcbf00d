import {
  Events,
  type Fragment,
  type FragmentLoaderConstructor,
  type FragmentLoaderContext,
  type LevelDetails,
  type Loader,
} from 'hls.js';
import { partTracks, type PartTrack, type PartTracks } from '../part-tracks.ts';
import type { Correction } from './correction.ts';

/** Tracks that a source began with, and the number of its part. */
interface BegunPart extends PartTracks {
  readonly cc: number;
}

/** Name for `CODECS` of each codec that browsers may lack. */
const RARE: Readonly<Record<string, string>> = {
  hvc1: 'hvc1.1.6.L93.B0',
  hev1: 'hev1.1.6.L93.B0',
  av01: 'av01.0.04M.08',
  'ac-3': 'ac-3',
  'ec-3': 'ec-3',
};

/**
 * Holds segments back whose part has other tracks than the source: loaded segments play to their end, and the part begins in a new
 * source. A seek aborts a request that is held back.
 */
export const endAtOtherTracks: Correction = {
  name: 'end a source where tracks are other ones',
  reason: 'A MediaSource keeps the tracks that it has begun with, and hls.js appends to it what has others.',
  upstream: 'video-dev/hls.js#7245',
  since: 'hls.js 1.7.4',
  follow({ hls, isTypeSupported, onOtherTracks, onUnplayable }) {
    const requested = new Map<string, Fragment>();
    const begun = new Map<string, BegunPart>();
    // Starts of parts by the playlist, as the next source has them: hls.js later moves segments to the times in their media.
    const starts = new Map<number, number>();
    const noteStarts = (_: string, { details: { live, fragments } }: { readonly details: LevelDetails }): void => {
      if (!live) for (const { cc, start } of [...fragments].reverse()) starts.set(cc, start);
    };
    hls.on(Events.LEVEL_LOADED, noteStarts);
    hls.on(Events.AUDIO_TRACK_LOADED, noteStarts);
    hls.on(Events.FRAG_LOADING, (_, { frag }) => {
      if (frag.sn !== 'initSegment') requested.set(frag.type, frag);
    });
    const isSupported = ({ kind, codec }: PartTrack): boolean => {
      const name = RARE[codec];
      return name === undefined || isTypeSupported(`${kind}/mp4; codecs="${name}"`);
    };
    const hasPlayablePictures = ({ isTransport, tracks }: PartTracks): boolean =>
      isTransport && tracks.some((track) => track.kind === 'video' && isSupported(track));
    const isHeldBack = ({ frag: { type } }: FragmentLoaderContext, data: unknown): boolean => {
      const frag = requested.get(type);
      const part = data instanceof ArrayBuffer ? partTracks(new Uint8Array(data)) : undefined;
      if (frag === undefined || part === undefined) return false;
      const missing = part.tracks.find((track) => !isSupported(track));
      const track: string = type;
      const hasOtherLevels = track === 'main' && hls.levels.length > 1;
      // hls.js plays the pictures of MPEG-TS without sound that the browser lacks.
      const isPlayable = missing === undefined || hasOtherLevels || hasPlayablePictures(part);
      const first = begun.get(type) ?? { ...part, cc: frag.cc };
      begun.set(type, first);
      if (isPlayable && (first.cc === frag.cc || isAlike(part, first, isSupported))) return false;
      if (isPlayable) onOtherTracks(starts.get(frag.cc) ?? frag.start);
      else onUnplayable(missing.codec);
      return true;
    };
    // With CMCD, hls.js uses its own fragment loader, which adds the data.
    const Base = hls.config.fLoader ?? (hls.config.loader as FragmentLoaderConstructor);
    hls.config.fLoader = class extends Base {
      override load(...[context, configuration, callbacks]: Parameters<Loader<FragmentLoaderContext>['load']>): void {
        super.load(context, configuration, {
          ...callbacks,
          onSuccess(response, ...rest) {
            if (!isHeldBack(context, response.data)) callbacks.onSuccess(response, ...rest);
          },
        });
      }
    };
  },
};

/**
 * Whether the same source can play a part. A source changes between codecs that the browser has; in MPEG-TS, hls.js cannot change to
 * and from MP3, and `fillSilence` adds AAC to segments without sound.
 */
function isAlike(part: PartTracks, begun: PartTracks, isSupported: (track: PartTrack) => boolean): boolean {
  const isStrict = part.isTransport || begun.isTransport;
  const isSame = (one: PartTrack, other: PartTrack): boolean =>
    one.kind === other.kind && (!isStrict || one.codec === other.codec);
  const missing = begun.tracks.filter((track) => !part.tracks.some((other) => isSame(track, other)));
  const isKnown = part.tracks.every(
    (track) => isSupported(track) && begun.tracks.some((other) => isSame(track, other)),
  );
  return isKnown && missing.every(({ codec }) => part.isTransport && codec === 'mp4a');
}
