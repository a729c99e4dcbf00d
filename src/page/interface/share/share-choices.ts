import { offeredSizes, responsiveSize } from './frame-sizes.ts';
import { embedParameters } from '../../../../protocol/page/embed-address.ts';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import type { LinkOptions } from './share-links.ts';
import type { SharedVideo } from './shared-video.ts';
import { readStartTime } from './start-time.ts';

/** Choices of the viewer in the share panel. */
export interface ShareChoices {
  readonly hasStart: boolean;
  /** Start as written, valid or not. */
  readonly startText: string;
  readonly wholePlaylist: boolean;
  readonly captions: boolean;
  readonly autoplay: boolean;
  readonly loop: boolean;
  readonly isPrivate: boolean;
  /** Key of an offered size; any other value means responsive. */
  readonly size: string;
}

export const RESPONSIVE = 'responsive';

/**
 * A playlist that plays is shared as a whole; all other options are off. At the end of the video the start is 0, since a start there
 * would be ignored.
 */
export function firstChoices({ durationSeconds, playlist }: SharedVideo, positionSeconds: number): ShareChoices {
  const isInside = 'seconds' in readStartTime(String(positionSeconds), durationSeconds);
  return {
    hasStart: false,
    startText: clockTime(isInside ? positionSeconds : 0),
    wholePlaylist: playlist !== null,
    captions: false,
    autoplay: false,
    loop: false,
    isPrivate: false,
    size: RESPONSIVE,
  };
}

/** An unreadable start is left out: the panel shows what is wrong with the text. */
export function linkOptions(video: SharedVideo, choices: ShareChoices): LinkOptions {
  const { ratio, isLive, playlist, captions, durationSeconds } = video;
  const start = readStartTime(choices.startText, durationSeconds);
  const fixed = offeredSizes(ratio).find(({ key }) => key === choices.size);
  return {
    parameters: embedParameters({
      startSeconds: choices.hasStart && !isLive && 'seconds' in start ? start.seconds : 0,
      captionLanguage: choices.captions && captions !== null ? captions.languageCode : null,
      autoplay: choices.autoplay,
      loop: choices.loop,
      isPrivate: choices.isPrivate,
      ...(playlist !== null && { playlist: choices.wholePlaylist ? playlist : null }),
    }),
    size:
      fixed === undefined ? responsiveSize(ratio) : { width: String(fixed.widthPx), height: String(fixed.heightPx) },
  };
}
