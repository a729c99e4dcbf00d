import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { chapterIndexAt } from './chapters.ts';
import { clampToTimeline, timelineOf, type Timeline } from './timeline.ts';
import { positionAt } from '../../player/player.ts';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { useCommand, usePage, usePlayback, usePlayerState, useViewer } from '../shared/player-context.tsx';
import { useWholeSeconds } from '../shared/use-position.ts';
import { BarMarks } from './bar-marks.tsx';
import { PointedBar } from './pointed-bar.tsx';
import { paintProgress } from './progress-painter.ts';
import { SEEK_LEAP_SECONDS, SEEK_STEP_SECONDS } from './seek-steps.ts';

/**
 * A native range handles input (keyboard, touch, screen readers, right-to-left); the visible bar is drawn beneath it.
 * The timeline runs left to right in every language.
 */
export function SeekBar() {
  const { clock } = usePage();
  const { player, visibility } = usePlayback();
  const { language } = useViewer();
  const command = useCommand();
  const timeline = useTimeline();
  const seconds = useWholeSeconds();
  const [dragSeconds, setDragSeconds] = useState<number | null>(null);
  const [isFocused, setFocused] = useState(false);
  const played = useRef<HTMLDivElement>(null);
  const buffered = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (played.current === null || buffered.current === null || thumb.current === null) return undefined;
    const elements = { played: played.current, buffered: buffered.current, thumb: thumb.current };
    return paintProgress(elements, { player, clock, visibility });
  }, [player, clock, visibility]);

  /** The native event, which ends a drag and any other change of the slider; React's fires with each step. */
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { current } = slider;
    const commit = (): void => {
      player.execute({ name: 'seekTo', arguments: [Number(current?.value), true] }, 'viewer');
      setDragSeconds(null);
    };
    current?.addEventListener('change', commit);
    return () => current?.removeEventListener('change', commit);
  }, [player]);
  const { startSeconds, endSeconds, canSeek } = timeline;
  /** A drag whose bar is unmounted never ends; the browser fires no event for it. */
  if (!canSeek && dragSeconds !== null) setDragSeconds(null);
  const shown = dragSeconds ?? clampToTimeline(timeline, seconds);
  const spokenPosition = useSpokenPosition(timeline, shown);
  const heldSeconds = dragSeconds ?? (isFocused ? shown : null);

  return (
    <PointedBar timeline={timeline} isDragging={dragSeconds !== null} heldSeconds={heldSeconds}>
      <div className="seek-track">
        <div ref={buffered} className="seek-buffered" />
        <div ref={played} className="seek-played" />
        <FeatureBoundary feature="seekMarks">
          <BarMarks timeline={timeline} />
        </FeatureBoundary>{' '}
      </div>
      <div ref={thumb} className="seek-thumb" />
      <input
        ref={slider}
        type="range"
        className="seek-input"
        aria-label={language.say('seek')}
        aria-valuetext={spokenPosition}
        min={startSeconds}
        max={Math.max(endSeconds, startSeconds + 0.1)}
        step="any"
        value={shown}
        disabled={!canSeek}
        onChange={({ target }) => setDragSeconds(Number(target.value))}
        onPointerCancel={() => setDragSeconds(null)}
        onKeyDown={(event) => {
          /** The displayed time is in whole seconds; a step starts at the playback position. */
          const from = dragSeconds ?? positionAt(player.getSnapshot(), clock.monotonicNow());
          const target = seekKeyTarget(event, from, timeline);
          if (target === null) return;
          event.preventDefault();
          setDragSeconds(null);
          command({ name: 'seekTo', arguments: [target, true] });
        }}
        onFocus={({ target }) => setFocused(target.matches(':focus-visible'))}
        onBlur={() => setFocused(false)}
      />
    </PointedBar>
  );
}

/** The numbers are selected one by one: an object of three would be new every time. */
function useTimeline(): Timeline {
  const seekable = usePlayerState((snapshot) => snapshot.seekable);
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  const video = usePlayerState((snapshot) => snapshot.video);
  return useMemo(() => timelineOf({ seekable, durationSeconds, video }), [seekable, durationSeconds, video]);
}

function useSpokenPosition({ endSeconds }: Timeline, shown: number): string {
  const { say, spokenTime } = useViewer().language;
  const { isLive, chapters } = usePlayerState((snapshot) => snapshot.video);
  const isAtLiveHead = usePlayerState((snapshot) => snapshot.isAtLiveHead);
  if (isLive) return isAtLiveHead ? say('live') : say('behindLive', { time: spokenTime(endSeconds - shown) });
  const position = say('seekPosition', { time: spokenTime(shown), total: spokenTime(endSeconds) });
  const chapter = chapters[chapterIndexAt(chapters, shown)]?.title;
  return chapter === undefined ? position : `${position}, ${chapter}`;
}

/** Where a key moves the slider, in the steps of the player's own keys; `null` for other keys. */
function seekKeyTarget(
  { key, ctrlKey, metaKey, altKey }: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  seconds: number,
  timeline: Timeline,
): number | null {
  if (ctrlKey || metaKey || altKey) return null;
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: seconds - SEEK_STEP_SECONDS,
    ArrowDown: seconds - SEEK_STEP_SECONDS,
    ArrowRight: seconds + SEEK_STEP_SECONDS,
    ArrowUp: seconds + SEEK_STEP_SECONDS,
    PageDown: seconds - SEEK_LEAP_SECONDS,
    PageUp: seconds + SEEK_LEAP_SECONDS,
    Home: timeline.startSeconds,
    End: timeline.endSeconds,
  };
  const target = moves[key];
  return target === undefined ? null : clampToTimeline(timeline, target);
}
