import { useEffect, useRef } from 'react';
import { Figure } from './figure.tsx';
import { frameRates, sparkline, RATE_SECONDS, type FrameRate, type FrameSample } from './frame-rates.ts';
import { useSession } from './use-session.ts';

const WIDTH = 240;
const HEIGHT = 28;

/** Frames in each of the last sixty seconds: a line for shown frames, and bars from the bottom for dropped frames. */
export function FrameSparkline() {
  const session = useSession();
  const line = useRef<SVGPathElement>(null);
  const bars = useRef<SVGPathElement>(null);
  useEffect(() => {
    const draw = (): void => {
      const rates = frameRates(session.figures.frames);
      line.current?.setAttribute('d', shownPath(rates));
      bars.current?.setAttribute('d', droppedPath(rates));
    };
    draw();
    return session.onFigures(draw);
  }, [session]);
  return (
    <figure className="profiler-sparkline">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path ref={bars} className="profiler-dropped" />
        <path ref={line} className="profiler-shown" />
      </svg>
      <figcaption>
        <Figure of={({ frames }) => labelOf(frames)} />
      </figcaption>
    </figure>
  );
}

const highestOf = (rates: readonly (FrameRate | null)[]): number =>
  Math.max(1, ...rates.map((rate) => (rate === null ? 0 : rate.shown + rate.dropped)));

function shownPath(rates: readonly (FrameRate | null)[]): string {
  const values = rates.map((rate) => rate?.shown ?? null);
  return sparkline(values, WIDTH, HEIGHT - 2, highestOf(rates))
    .map((points) => `M${points}`)
    .join('');
}

function droppedPath(rates: readonly (FrameRate | null)[]): string {
  const highest = highestOf(rates);
  const width = WIDTH / RATE_SECONDS;
  return rates
    .flatMap((rate, index) => {
      if (rate === null || rate.dropped === 0) return [];
      const height = (HEIGHT * rate.dropped) / highest;
      return [`M${index * width},${HEIGHT}v${-height}h${width}v${height}z`];
    })
    .join('');
}

function labelOf(samples: readonly FrameSample[]): string {
  const known = frameRates(samples).filter((rate) => rate !== null);
  const last = known.at(-1);
  if (last === undefined) return 'Frames per second: not counted yet';
  const dropped = known.reduce((sum, rate) => sum + rate.dropped, 0);
  return `Frames per second: ${last.shown} now, ${highestOf(known)} at most, ${dropped} dropped in ${known.length} s`;
}
