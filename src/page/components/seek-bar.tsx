import { useLayoutEffect, useRef, useState } from 'react';
import { PLAYER } from '../../../protocol/constants.ts';
import { useCommand, usePlayerState, usePlayerTools } from './player-context.tsx';
import { paintProgress } from './progress-painter.ts';
import { clockTime, spokenTime } from './time-format.ts';
import { useWholeSeconds } from './use-position.ts';

/**
 * A native range does the work (keyboard, touch, screen readers, right-to-left); what the eye sees lies beneath it. The
 * timeline runs left to right in every language.
 */
export function SeekBar() {
  const { player, clock } = usePlayerTools();
  const command = useCommand();
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  const seconds = useWholeSeconds();
  const [dragSeconds, setDragSeconds] = useState<number | null>(null);
  const played = useRef<HTMLDivElement>(null);
  const buffered = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (played.current === null || buffered.current === null || thumb.current === null) return undefined;
    const elements = { played: played.current, buffered: buffered.current, thumb: thumb.current };
    return paintProgress(elements, player, clock);
  }, [player, clock]);

  const commit = (): void => {
    if (dragSeconds === null) return;
    command({ name: 'seekTo', arguments: [dragSeconds, true] });
    setDragSeconds(null);
  };
  const shown = dragSeconds ?? Math.min(seconds, durationSeconds);

  return (
    <div className="seek" dir="ltr" data-dragging={dragSeconds !== null || undefined}>
      <div className="seek-track">
        <div ref={buffered} className="seek-buffered" />
        <div ref={played} className="seek-played" />
      </div>
      <div ref={thumb} className="seek-thumb" />
      <input
        type="range"
        className="seek-input"
        aria-label="Seek"
        aria-valuetext={`${spokenTime(shown)} of ${spokenTime(durationSeconds)}`}
        min={0}
        max={Math.max(durationSeconds, 0.1)}
        step={0.1}
        value={shown}
        disabled={durationSeconds <= 0}
        onChange={({ target }) => setDragSeconds(Number(target.value))}
        onPointerUp={commit}
        onPointerCancel={() => setDragSeconds(null)}
        onKeyDown={(event) => {
          const target = seekKeyTarget(event.key, shown, durationSeconds);
          if (target === null) return;
          event.preventDefault();
          setDragSeconds(null);
          command({ name: 'seekTo', arguments: [target, true] });
        }}
        onBlur={commit}
      />
      {dragSeconds !== null && (
        <output className="seek-time" style={{ left: `${(dragSeconds / durationSeconds) * 100}%` }}>
          {clockTime(dragSeconds)}
        </output>
      )}
    </div>
  );
}

/** Where a key moves the slider, in the steps that the player's own keys have; `null` for other keys. */
function seekKeyTarget(key: string, seconds: number, durationSeconds: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: seconds - PLAYER.seekStepSeconds,
    ArrowDown: seconds - PLAYER.seekStepSeconds,
    ArrowRight: seconds + PLAYER.seekStepSeconds,
    ArrowUp: seconds + PLAYER.seekStepSeconds,
    PageDown: seconds - PLAYER.seekLeapSeconds,
    PageUp: seconds + PLAYER.seekLeapSeconds,
    Home: 0,
    End: durationSeconds,
  };
  const target = moves[key];
  return target === undefined ? null : Math.min(durationSeconds, Math.max(0, target));
}
