import type { AudioTrackDescription, MediaEngineState } from '../../../protocol/media/media-engine.ts';
import { bytesPerHour, bytesPerHourOf, qualitiesOf } from '../../../protocol/media/level-names.ts';
import { listedLevel } from '../../../protocol/media/listed-level.ts';
import { readLevels } from '../../../protocol/runtime/media/multivariant-playlist.ts';
import { soundOnly, type SoundOnly } from '../../../protocol/runtime/media/sound-only.ts';

export interface SoundOnlyOptions {
  readonly isWanted: boolean;
  /** Id of the chosen track; empty without a choice. */
  readonly audioTrack: string;
  /** Tracks as the stream with pictures has named them. */
  readonly audioTracks: readonly AudioTrackDescription[];
}

/**
 * Sound without pictures: hls.js gets a playlist that lists only sound, because it drops a level of sound beside levels with pictures,
 * and a browser stops where the pictures of a source end. The choices of the viewer stay the same as with pictures.
 */
export class SoundOnlyStream {
  readonly #options: SoundOnlyOptions;
  /** The unchanged playlist, once it has been read. */
  #text = '';
  #sound: SoundOnly | undefined;

  constructor(options: SoundOnlyOptions) {
    this.#options = options;
  }

  /** Whether the source has sound to play without pictures; `true` until its playlist has been read. */
  get isPossible(): boolean {
    return this.#text === '' || this.#sound !== undefined;
  }

  /** Returns the playlist that hls.js reads instead of `text`. */
  read = (text: string): string => {
    if (!text.includes('#EXT-X-STREAM-INF')) return text;
    const { isWanted, audioTrack } = this.#options;
    this.#text = text;
    this.#sound = soundOnly(text, audioTrack);
    return isWanted ? (this.#sound?.playlist ?? text) : text;
  };

  /** State with sound as a quality. */
  complete(state: MediaEngineState): MediaEngineState {
    if (this.#sound === undefined) return state;
    const { averageBits } = this.#sound;
    const { isWanted, audioTrack, audioTracks } = this.#options;
    const { loadedBytes = 0, bytesPerHour: costs = {} } = state.dataUse ?? {};
    const audio = averageBits === undefined ? {} : { audio: bytesPerHour(averageBits) };
    if (!isWanted)
      return {
        ...state,
        qualities: state.qualities.flatMap((name) => (name === 'auto' ? ['audio', name] : name)),
        dataUse: { loadedBytes, bytesPerHour: { ...costs, ...audio } },
      };
    const levels = readLevels(this.#text).map(listedLevel);
    return {
      ...state,
      quality: 'audio',
      qualities: qualitiesOf(levels, true),
      dataUse: { loadedBytes, bytesPerHour: { ...bytesPerHourOf(levels), ...audio } },
      audioTracks,
      audioTrack,
    };
  }
}
