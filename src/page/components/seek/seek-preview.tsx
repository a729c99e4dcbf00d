import { useEffect, useState, type RefObject } from 'react';
import { chapterIndexAt } from '../../interaction/chapters.ts';
import { fractionAt, secondsAt, type Timeline } from '../../interaction/timeline.ts';
import { usePlayerState, usePlayerTools } from '../player-context.tsx';
import { clockTime } from '../../language/clock-time.ts';
import { storyboardTile } from './storyboard-tile.ts';

interface SeekPreviewProps {
  readonly bar: RefObject<HTMLElement | null>;
  readonly timeline: Timeline;
  /** Where the thumb is held by a drag or by keyboard focus; it wins over the pointer. */
  readonly heldSeconds: number | null;
}

/** Half of what a preview without a picture may take, so that its text stays inside the frame. */
const TEXT_HALF_WIDTH_PIXELS = 40;

/** The moment under the pointer: its picture, chapter and time. The sprite is fetched when it is first shown. */
export function SeekPreview({ bar, timeline, heldSeconds }: SeekPreviewProps) {
  const pointed = usePointedFraction(bar);
  const video = usePlayerState((snapshot) => snapshot.video);
  const { language } = usePlayerTools();
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

/** Where a mouse or pen is over the bar, 0 to 1. A finger holds the thumb instead, which the bar itself knows. */
function usePointedFraction(bar: RefObject<HTMLElement | null>): number | null {
  const [fraction, setFraction] = useState<number | null>(null);
  useEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    const point = ({ pointerType, clientX }: PointerEvent): void => {
      if (pointerType === 'touch') return;
      const { left, width } = element.getBoundingClientRect();
      setFraction(width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) : null);
    };
    element.addEventListener('pointermove', point, options);
    element.addEventListener('pointerenter', point, options);
    element.addEventListener('pointerleave', () => setFraction(null), options);
    return () => listening.abort();
  }, [bar]);
  return fraction;
}
