import {
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { chapterIndexAt } from './chapters.ts';
import { clampToTimeline, type Timeline } from './timeline.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { Language } from '../../language/language.ts';
import { positionAt, type PlayerSnapshot } from '../../player/player.ts';
import { useOnControlsHidden } from '../attention/use-on-controls-hidden.ts';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { isLeft } from '../keyboard/keyboard.ts';
import { pressedControl } from '../keyboard/pressed-control.ts';
import {
  useCommand,
  useFeature,
  useLanguage,
  usePage,
  usePlayback,
  usePlayerState,
} from '../shared/player-context.tsx';
import { RepeatedSection } from './repeated-section.tsx';
import { followPointer } from './follow-pointer.ts';
import { PointedBar } from './pointed-bar.tsx';
import { paintProgress } from './progress-painter.ts';
import { SEEK_LEAP_SECONDS, SEEK_STEP_SECONDS } from './seek-steps.ts';
import { useDragSeconds, useTimeline } from './use-time.ts';
import { seekDrag } from './seek-drag.ts';
import { HeldText } from './held-text.ts';
import { wholeSeconds } from './whole-seconds.ts';

/**
 * A native range for keys and screen readers lies over the visible bar, which follows pointers itself. The timeline runs
 * left to right in every language.
 */
export function SeekBar() {
  const timeline = useTimeline();
  const dragSeconds = useDragSeconds();
  const [isMoved, setMoved] = useState(false);
  // The end screen lies where the preview would be.
  const isOver = usePlayerState(({ state }) => state === PLAYER_STATE.ended);
  useOnControlsHidden(() => setMoved(false));
  const bar = useRef<HTMLDivElement>(null);
  return (
    <PointedBar ref={bar} {...{ timeline, dragSeconds }} isMoved={isMoved && !isOver} onDismiss={() => setMoved(false)}>
      <Progress timeline={timeline} />
      <Slider timeline={timeline} dragSeconds={dragSeconds} onMove={setMoved} />
    </PointedBar>
  );
}

/** The parts that move without a render. */
function Progress({ timeline }: { timeline: Timeline }) {
  const { clock } = usePage();
  const { player, attention } = usePlayback();
  const drag = useFeature(seekDrag);
  const seconds = useFeature(wholeSeconds);
  const played = useRef<HTMLDivElement>(null);
  const buffered = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (played.current === null || buffered.current === null || thumb.current === null) return undefined;
    const elements = { played: played.current, buffered: buffered.current, thumb: thumb.current };
    return paintProgress(elements, { player, clock, attention, drag, seconds });
  }, [player, clock, attention, drag, seconds]);
  return (
    <>
      <div className="seek-track">
        <div className="seek-line">
          <div ref={buffered} className="seek-buffered" />
          <div ref={played} className="seek-played" />
          <FeatureBoundary feature="seekSection">
            <RepeatedSection timeline={timeline} />
          </FeatureBoundary>
        </div>
      </div>
      <div ref={thumb} className="seek-thumb" />
    </>
  );
}

interface SliderProps {
  readonly timeline: Timeline;
  readonly dragSeconds: number | null;
  /** Called with `true` when a key has moved the slider, and with `false` when it loses the focus. */
  readonly onMove: (isMoved: boolean) => void;
}

function Slider({ timeline, dragSeconds, onMove }: SliderProps) {
  const { clock, afterPaint } = usePage();
  const { player, attention } = usePlayback();
  const language = useLanguage();
  const drag = useFeature(seekDrag);
  const command = useCommand();
  const pressed = useFeature(pressedControl);
  const slider = useRef<HTMLInputElement>(null);
  const { startSeconds, endSeconds, canSeek } = timeline;
  const [hasFocus, setFocus] = useState(false);
  useWrittenPosition(slider, { timeline, dragSeconds, isHeld: hasFocus && dragSeconds === null });

  // A layout effect, so that it runs before anything can move the focus.
  useLayoutEffect(() => {
    const { current } = slider;
    const bar = current?.closest<HTMLElement>('.seek');
    if (current === null || bar === null || bar === undefined) return undefined;
    // The native `change` event: React's event fires with each step.
    const commit = (): void => drag.commit();
    current.addEventListener('change', commit);
    // Native listeners, too: React receives no event when a closing panel returns the focus.
    const follow = (): void => setFocus(current.ownerDocument.activeElement === current);
    current.addEventListener('focus', follow);
    current.addEventListener('blur', follow);
    // After the paint, since `focus` computes the layout first.
    const focus = (): void => afterPaint(() => attention.moveFocus(() => current.focus()));
    const unfollow = followPointer({ bar, slider: current, drag, focus });
    return () => {
      current.removeEventListener('change', commit);
      current.removeEventListener('focus', follow);
      current.removeEventListener('blur', follow);
      unfollow();
    };
  }, [drag, attention, afterPaint]);
  // A drag would never end on a bar that can no longer seek, for example after a change of the video.
  useEffect(() => {
    if (!canSeek) drag.cancel();
  }, [canSeek, drag]);

  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    // The displayed time is in whole seconds; a step starts at the playback position.
    const from = dragSeconds ?? positionAt(player.getSnapshot(), clock.monotonicNow());
    const target = seekKeyTarget(event, from, timeline);
    if (target === null || (isLeft(event.nativeEvent) && pressed.is(event.target))) return;
    event.preventDefault();
    drag.cancel();
    command({ name: 'seekTo', arguments: [target, true] });
    onMove(true);
  };
  return (
    <input
      ref={slider}
      type="range"
      className="seek-input"
      aria-label={language.say('seek')}
      min={startSeconds}
      max={Math.max(endSeconds, startSeconds + 0.1)}
      step="any"
      disabled={!canSeek}
      onChange={({ target }) => drag.moveTo(Number(target.value))}
      onKeyDown={press}
      onBlur={() => onMove(false)}
    />
  );
}

interface SliderPosition {
  readonly timeline: Timeline;
  readonly dragSeconds: number | null;
  /** Whether playback changes the text only at long intervals (held-text.ts). */
  readonly isHeld: boolean;
}

/** Value and text of the slider are written each second without a render, which would cost the main thread 1 ms. */
function useWrittenPosition(
  slider: RefObject<HTMLInputElement | null>,
  { timeline, dragSeconds, isHeld }: SliderPosition,
): void {
  const { player } = usePlayback();
  const language = useLanguage();
  const present = useFeature(wholeSeconds);
  const [heldText] = useState(() => new HeldText());
  // The text contains both values.
  const isAtLiveHead = usePlayerState((snapshot) => snapshot.isAtLiveHead);
  const video = usePlayerState((snapshot) => snapshot.video);
  // The first `Intl` formatter of a page takes tens of milliseconds, so the text follows in a separate, deferred rendering.
  const isSaid = useDeferredValue(true, false);
  useLayoutEffect(() => {
    const write = (): void => {
      const { current } = slider;
      if (current === null) return;
      const seconds = dragSeconds ?? clampToTimeline(timeline, present.get());
      if (!isSaid) return showPosition(current, seconds, null);
      const { position } = player.getSnapshot();
      const text = spokenPosition({ language, timeline, video, isAtLiveHead, seconds });
      showPosition(current, seconds, heldText.textOf({ text, seconds, position, isAtLiveHead }, isHeld));
    };
    write();
    return present.subscribe(write);
  }, [slider, player, language, present, heldText, timeline, dragSeconds, isHeld, isAtLiveHead, video, isSaid]);
}

/** `text` is `null` until it is formatted. */
function showPosition(slider: HTMLInputElement, seconds: number, text: string | null): void {
  if (slider.value !== String(seconds)) slider.value = String(seconds);
  if (text !== null && slider.ariaValueText !== text) slider.ariaValueText = text;
}

interface SpokenParts extends Pick<PlayerSnapshot, 'video' | 'isAtLiveHead'> {
  readonly language: Pick<Language, 'say' | 'spokenTime'>;
  readonly timeline: Timeline;
  readonly seconds: number;
}

function spokenPosition({ language, timeline, video, isAtLiveHead, seconds }: SpokenParts): string {
  const { say, spokenTime } = language;
  const { endSeconds } = timeline;
  const { isLive, chapters } = video;
  if (isLive) return isAtLiveHead ? say('live') : say('behindLive', { time: spokenTime(endSeconds - seconds) });
  const position = say('seekPosition', { time: spokenTime(seconds), total: spokenTime(endSeconds) });
  const chapter = chapters[chapterIndexAt(chapters, seconds)]?.title;
  return chapter === undefined ? position : `${position}, ${chapter}`;
}

/** Target of a key on the slider, in the steps of the player's own keys; `null` for other keys. */
function seekKeyTarget(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
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
