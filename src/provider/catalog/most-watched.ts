/** Moments that viewers watched most, of videos whose owner shows them. */
export interface MostWatchedMoments {
  /** Picture of the curve: empty until there are enough views, and `undefined` if the owner does not show it. */
  readonly pictureOf: (videoId: string) => Promise<string | undefined>;
  /** The moment that was played most, once it has been read: the first call for a video starts the read. */
  readonly peakSecondsOf: (videoId: string) => number | undefined;
}
