import type { CSSProperties } from 'react';
import type { Storyboard } from '../../../../protocol/provider/player-response.ts';
import { chapterIndexAt } from './chapters.ts';
import { fractionAt, type Timeline } from './timeline.ts';
import { useFeature, useLanguage, usePlayerState, useStore } from '../shared/player-context.tsx';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { useMostWatched } from './most-watched.tsx';
import { previewSize, type PreviewSize } from './preview-size.ts';
import { storyboardTile } from './storyboard-tile.ts';
import { seekDrag } from './seek-drag.ts';

/** A narrower picture, for example of a tall video in a low frame, would show nothing. */
const PICTURE_PIXELS_MIN = 24;
/** Width of the label with a time, and its largest width with the name of a chapter: the preview stays inside the frame. */
const TIME_PIXELS = 80;
const CHAPTER_PIXELS_MAX = 220;
const CHAPTER_SHARE_MAX = 0.5;
/** Up to this distance, a share of the bar, the preview names the most watched moment: its graph has a hundred columns. */
const BEST_SHARE = 0.015;

/**
 * The moment under the pointer: its picture, chapter and time. The sprite is fetched when first shown. Screen readers read the moment
 * from the slider only.
 */
export function SeekPreview({ timeline, seconds }: { timeline: Timeline; seconds: number }) {
  const { storyboard, chapters, isLive } = usePlayerState((snapshot) => snapshot.video);
  const language = useLanguage();
  const { isFine } = useStore(useFeature(seekDrag));
  const fitted = storyboard === null ? null : previewSize(storyboard, window);
  const size = fitted !== null && fitted.width >= PICTURE_PIXELS_MIN ? fitted : null;
  const chapter = chapters[chapterIndexAt(chapters, seconds)]?.title;
  const best = useMostWatched();
  const isBest =
    best !== undefined && Math.abs(fractionAt(timeline, best) - fractionAt(timeline, seconds)) <= BEST_SHARE;
  const labelWidth =
    (chapter === undefined && !isBest) || size?.isCompact === true
      ? TIME_PIXELS
      : Math.min(CHAPTER_PIXELS_MAX, window.innerWidth * CHAPTER_SHARE_MAX);
  const half = Math.max(labelWidth, size?.width ?? 0) / 2;
  const left = `clamp(${half}px, ${fractionAt(timeline, seconds) * 100}%, calc(100% - ${half}px))`;
  return (
    <div className="seek-preview" aria-hidden="true" data-compact={size?.isCompact || undefined} style={{ left }}>
      {storyboard !== null && size !== null && (
        <span className="seek-picture" style={tileStyle(storyboard, size, seconds)} />
      )}
      <span className="seek-label" style={{ maxWidth: half * 2 }}>
        {chapter !== undefined && <span className="seek-chapter">{chapter}</span>}
        {isBest && <span className="seek-chapter">{language.say('mostWatched')}</span>}
        <span className="seek-time">
          {isLive ? liveTime(timeline, seconds, language.say('live')) : clockTime(seconds, isFine ? 1 : 0)}
        </span>
      </span>
    </div>
  );
}

function tileStyle(storyboard: Storyboard, { width, height, scale }: PreviewSize, seconds: number): CSSProperties {
  const { leftPixels, topPixels } = storyboardTile(storyboard, seconds);
  return {
    width,
    height,
    backgroundImage: `url("${encodeURI(storyboard.url)}")`,
    backgroundPosition: `${-leftPixels * scale}px ${-topPixels * scale}px`,
    backgroundSize: `${storyboard.columns * storyboard.tileWidth * scale}px auto`,
  };
}

/** Times of a live stream count back from now. */
function liveTime({ endSeconds }: Timeline, seconds: number, live: string): string {
  const behind = endSeconds - seconds;
  return behind < 1 ? live : `−${clockTime(behind)}`;
}
