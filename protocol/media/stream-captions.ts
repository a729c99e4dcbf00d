/** Captions that are inside a stream, as they cross from the engine to the page. */

export interface StreamCaptionTrack {
  readonly id: string;
  /** Name in the stream. */
  readonly name: string;
  /** Empty where it is not known. */
  readonly languageCode: string;
  /** `captions`: for viewers who cannot hear. */
  readonly kind: 'subtitles' | 'captions';
  readonly isDefault: boolean;
  /** Only captions for everybody, such as signs and speech in other languages. */
  readonly isForced: boolean;
}

/** More text than fits into a picture is not for reading, and comes from hostile streams. */
export const CUE_TEXT_MAX_CHARACTERS = 2_000;
/** Cues that are kept of one track, the newest: some hours of speech. */
export const CUES_MAX = 10_000;
