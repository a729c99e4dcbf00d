import { chapterIndexAt } from './chapters.ts';
import { fractionAt, secondsAt, type Timeline } from './timeline.ts';
import { usePlayerState, useViewer } from '../shared/player-context.tsx';
import { clockTime } from '../../language/clock-time.ts';
import { storyboardTile } from './storyboard-tile.ts';

interface SeekPreviewProps {
  readonly timeline: Timeline;
  /** Where the pointer is over the bar, 0 to 1. */
  readonly pointed: number | null;
  /** Position of the thumb while dragged or focused by keyboard; takes precedence over the pointer. */
  readonly heldSeconds: number | null;
}

/** Half the maximum width of a preview without a picture, so that its text stays inside the frame. */
const TEXT_HALF_WIDTH_PIXELS = 40;

/** The moment under the pointer: its picture, chapter and time. The sprite is fetched when first shown. */
export function SeekPreview({ timeline, pointed, heldSeconds }: SeekPreviewProps) {
  const video = usePlayerState((snapshot) => snapshot.video);
  const { language } = useViewer();
  const seconds = heldSeconds ?? (pointed === null ? null : secondsAt(timeline, pointed));
  if (seconds === null || !timeline.canSeek) return null;

  const { storyboard, chapters, isLive } = video;
  const tile = storyboard === null ? null : storyboardTile(storyboard, seconds);
  const chapter = chapters[chapterIndexAt(chapters, seconds)]?.title;
  const half = storyboard === null ? TEXT_HALF_WIDTH_PIXELS : storyboard.tileWidth / 2;
  const left = `clamp(${half}px, ${fractionAt(timeline, seconds) * 100}%, calc(100% - ${half}px))`;
  return (
    <output className="seek-preview" style={{ left }}>
      {storyboard !== null && tile !== null && (
        <span
          className="seek-picture"
          style={{
            width: storyboard.tileWidth,
            height: storyboard.tileHeight,
            backgroundImage: `url("${encodeURI(storyboard.url)}")`,
            backgroundPosition: `${-tile.leftPixels}px ${-tile.topPixels}px`,
          }}
        />
      )}
      {chapter !== undefined && (
        <span className="seek-chapter" style={{ maxWidth: Math.max(half * 2, 120) }}>
          {chapter}
        </span>
      )}
      <span className="seek-time">
        {isLive ? liveTime(timeline, seconds, language.say('live')) : clockTime(seconds)}
      </span>
    </output>
  );
}

/** Times of a live stream count back from now. */
function liveTime({ endSeconds }: Timeline, seconds: number, live: string): string {
  const behind = endSeconds - seconds;
  return behind < 1 ? live : `-${clockTime(behind)}`;
}
