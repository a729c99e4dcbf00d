import type { QualityName } from '../host/player-info.ts';

/** Limits of an engine's automatic loading. A quality that the viewer has chosen is loaded regardless of them. */
export interface LoadingLimits {
  /** The best quality that the engine may choose; `auto` for any. */
  readonly maxQuality: QualityName;
  /** Length of media that is loaded ahead of the position, seconds. */
  readonly aheadSeconds: number;
  /**
   * Divides the size of the picture, in pixels of the screen, before a quality is chosen for it. The density of the screen as
   * divisor leaves CSS pixels: a phone has two or three screen pixels for each.
   */
  readonly boxDivisor: number;
}

/** 30 s last through most gaps of a mobile network; the default of hls.js is up to ten minutes or 60 MB. */
export const USUAL_LIMITS: LoadingLimits = { maxQuality: 'auto', aheadSeconds: 30, boxDivisor: 1 };

/** Best quality with the data saver: 480p. */
export const SAVED_QUALITY: QualityName = 'large';

/** Limits until the page sets its own: the viewer may save data, and every loaded segment costs. */
export const FIRST_LIMITS: LoadingLimits = { ...USUAL_LIMITS, maxQuality: SAVED_QUALITY };

/** Cost of a stream for the viewer, bytes. */
export interface DataUse {
  /** Bytes by quality, from the playlist; empty before the playlist has been read. */
  readonly bytesPerHour: Readonly<Partial<Record<QualityName, number>>>;
  /** Bytes loaded for this stream so far, as the thread that plays it counts them. */
  readonly loadedBytes: number;
}

/** `auto`: on where the browser requests it, or the connection is slow or metered. */
export const DATA_SAVER_CHOICES = ['auto', 'on', 'off'] as const;
export type DataSaverChoice = (typeof DATA_SAVER_CHOICES)[number];
