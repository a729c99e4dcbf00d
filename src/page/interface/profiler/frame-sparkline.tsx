import { lastOf } from '../../../../protocol/runtime/last-of.ts';
import { frameRates, sparkline, RATE_SECONDS, type FrameSample } from './frame-rates.ts';

const WIDTH = 240;
const HEIGHT = 28;

/** Frames of each of the last sixty seconds: shown as a line, dropped as bars from the bottom. */
export function FrameSparkline({ samples }: { samples: readonly FrameSample[] }) {
  const rates = frameRates(samples);
  const known = rates.filter((rate) => rate !== null);
  const highest = Math.max(1, ...known.map(({ shown, dropped }) => shown + dropped));
  const dropped = known.reduce((sum, rate) => sum + rate.dropped, 0);
  const last = lastOf(known);
  const label =
    last === undefined
      ? 'Frames per second: not counted yet'
      : `Frames per second: ${last.shown} now, ${highest} at most, ${dropped} dropped in ${known.length} s`;
  return (
    <figure className="profiler-sparkline">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {rates.map(
          (rate, index) =>
            rate !== null &&
            rate.dropped > 0 && (
              <rect
                key={index}
                x={(index / RATE_SECONDS) * WIDTH}
                width={WIDTH / RATE_SECONDS}
                y={HEIGHT * (1 - rate.dropped / highest)}
                height={(HEIGHT * rate.dropped) / highest}
              />
            ),
        )}
        {sparkline(
          rates.map((rate) => rate?.shown ?? null),
          WIDTH,
          HEIGHT - 2,
          highest,
        ).map((points) => (
          <polyline key={points} points={points} />
        ))}
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}
