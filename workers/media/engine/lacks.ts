import { Events } from 'hls.js';
import type Hls from 'hls.js';
import type { HlsConfig } from 'hls.js';
import type { StreamCaptionTrack } from '../../../protocol/media/stream-captions.ts';
import { needsWholeEngine } from '../../../protocol/runtime/media/engine-choice.ts';
import type { KeptResponses } from '../head-start/arriving-segments.ts';
import type { FollowedCaptions, StreamCaptionsDependencies } from './captions/stream-captions.ts';
import type { TakesPlaylist } from './engine-loader.ts';

/** Ways to notice that a stream needs a feature that the slim engine lacks. */
export interface WatchedForLacks {
  readonly inPlaylist: TakesPlaylist;
  readonly logger: Exclude<HlsConfig['debug'], boolean>;
  readonly followCaptions: (dependencies: StreamCaptionsDependencies) => FollowedCaptions;
}

/** Log messages of hls.js about features that a build leaves out; playlists need not name the codecs of MPEG-TS. */
const LEFT_OUT = /light build|not included in build|in M2TS found$/;

/**
 * @param knows Whether the provider has read all playlists and decided that the slim engine suffices.
 * @param onLack Receives responses that need not be requested again.
 */
export function watchForLacks(knows: () => boolean, onLack: (kept?: KeptResponses) => void): WatchedForLacks {
  let multivariant: readonly [address: string, text: string] | undefined;
  const readLog = (...words: readonly unknown[]): void => {
    if (words.some((word) => LEFT_OUT.test(String(word)))) onLack();
  };
  const ignore = (): void => undefined;
  return {
    inPlaylist(text, address, kept) {
      if (knows()) return false;
      if (text.includes('#EXT-X-STREAM-INF')) multivariant = [address, text];
      if (!needsWholeEngine(text)) return false;
      if (multivariant !== undefined) kept.set(...multivariant);
      kept.set(address, text);
      onLack(kept);
      return true;
    },
    logger: { trace: ignore, debug: ignore, log: ignore, info: ignore, warn: readLog, error: readLog },
    followCaptions: (dependencies) => new UndeclaredCaptions(dependencies, () => onLack()),
  };
}

/**
 * Captions in the pictures that no playlist names. The slim engine cannot read them, and most viewers do not want them: it
 * offers them as a track, and the whole engine is loaded when a viewer chooses it.
 */
class UndeclaredCaptions implements FollowedCaptions {
  readonly tracks: StreamCaptionTrack[] = [];
  readonly track = '';
  readonly #onLack: () => void;

  constructor({ hls, onTracks }: StreamCaptionsDependencies, onLack: () => void) {
    this.#onLack = onLack;
    hls.on(Events.FRAG_PARSING_USERDATA, (_, { frag, samples }) => {
      if (isDenied(hls, frag.level)) return;
      for (const [field, number] of [1, 3].entries()) {
        const id = `textTrack${number}`;
        if (this.tracks.some((track) => track.id === id)) continue;
        if (!samples.some(({ bytes }) => bytes !== undefined && hasCaptions(bytes, field))) continue;
        this.tracks.push({ ...UNDECLARED, id, name: `CC${number}` });
        onTracks();
      }
    });
  }

  choose(id: string): void {
    if (id !== '') this.#onLack();
  }
}

const UNDECLARED = { languageCode: '', kind: 'captions', isDefault: false, isForced: false } as const;

function isDenied({ levels }: Hls, level: number): boolean {
  return levels[level]?.attrs['CLOSED-CAPTIONS'] === 'NONE';
}

/** Whether data of captions (CTA-708, `cc_data`) have characters or codes of a field of CEA-608, not only its padding. */
function hasCaptions(bytes: Uint8Array, field: number): boolean {
  const [head = 0] = bytes;
  return Array.from({ length: head & 0x1f }, (_, index) => bytes.subarray(2 + 3 * index, 5 + 3 * index)).some(
    ([marker = 0, one = 0, other = 0]) => (marker & 7) === (4 | field) && ((one | other) & 0x7f) !== 0,
  );
}
