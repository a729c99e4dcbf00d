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
  /** The track has only captions that every viewer needs, such as translations of signs and of speech in other languages. */
  readonly isForced: boolean;
}

/** More text than fits into a picture: only hostile streams have longer cues. */
export const CUE_TEXT_MAX_CHARACTERS = 2_000;
/** Number of newest cues that are kept of each track: some hours of speech. */
export const CUES_MAX = 10_000;
