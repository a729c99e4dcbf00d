/** Moments that viewers watched most, of videos whose owner shows them. */
export interface MostWatchedMoments {
  /** An empty picture before there are enough views, and `undefined` where the owner shows none. */
  readonly pictureOf: (videoId: string) => Promise<string | undefined>;
  /** The moment that was played most, as far as it has been read: the first call for a video has it read for the next. */
  readonly peakSecondsOf: (videoId: string) => number | undefined;
}
