import { useEffect, useState } from 'react';
import { formatUs } from '../plot/format.ts';
import { pictureAt } from '../plot/pictures-within.ts';
import type { VariantName } from '../schema/comparison.ts';
import type { Timeline } from '../schema/timeline.ts';
import { Choice } from './choice.tsx';

const SPEEDS = { 'real time': 1, 'a quarter': 0.25 } as const;
type Speed = keyof typeof SPEEDS;
const SPEED_NAMES = Object.keys(SPEEDS) as Speed[];

export interface SideBySideProps {
  readonly variants: readonly { readonly name: VariantName; readonly timeline: Timeline }[];
}

/** Screenshots of two variants at the same time after their navigation. */
export function SideBySide({ variants }: SideBySideProps) {
  const durationUs = Math.max(...variants.map(({ timeline }) => timeline.durationUs));
  // Starts at the later of the first pictures: before it, at least one variant has no picture.
  const [atUs, setAtUs] = useState(() => Math.max(...variants.map(({ timeline }) => timeline.pictures[0]?.atUs ?? 0)));
  const [wantsPlay, setWantsPlay] = useState(false);
  const [speed, setSpeed] = useState<Speed>('real time');
  const isPlaying = wantsPlay && atUs < durationUs;

  useEffect(() => {
    if (!isPlaying) return undefined;
    let lastMs = performance.now();
    let request = requestAnimationFrame(function show(nowMs) {
      const passedUs = (nowMs - lastMs) * 1_000 * SPEEDS[speed];
      lastMs = nowMs;
      setAtUs((before) => Math.min(durationUs, before + Math.max(0, passedUs)));
      request = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(request);
  }, [isPlaying, speed, durationUs]);

  const toggle = (): void => {
    if (atUs >= durationUs) setAtUs(0);
    setWantsPlay(!isPlaying);
  };
  return (
    <>
      <div className="tools">
        <button type="button" onClick={toggle}>
          {isPlaying ? 'Pause' : 'Play both'}
        </button>
        <label className="moment">
          Time{' '}
          <input
            type="range"
            min={0}
            max={durationUs}
            step={10_000}
            value={atUs}
            aria-valuetext={formatUs(atUs)}
            onChange={({ target }) => setAtUs(target.valueAsNumber)}
          />{' '}
          {formatUs(atUs)}
        </label>
        <Choice legend="Speed" options={SPEED_NAMES} value={speed} onChange={setSpeed} />
      </div>
      <div className="side-by-side">
        {variants.map(({ name, timeline }) => (
          <Moment key={name} name={name} timeline={timeline} atUs={atUs} />
        ))}
      </div>
    </>
  );
}

function Moment({
  name,
  timeline,
  atUs,
}: {
  readonly name: VariantName;
  readonly timeline: Timeline;
  readonly atUs: number;
}) {
  const picture = pictureAt(timeline.pictures, atUs);
  const passed = timeline.milestones.filter((one) => one.kind === 'milestone' && one.atUs <= atUs);
  return (
    <figure>
      {picture === null ? (
        <div className="no-picture">no picture yet</div>
      ) : (
        <img src={picture.image} alt={`Variant ${name} at ${formatUs(atUs)}`} />
      )}
      <figcaption>
        <strong>{name}</strong>{' '}
        {passed.map(({ title, atUs: reachedUs }) => `${title} ${formatUs(reachedUs)}`).join(', ')}
      </figcaption>
    </figure>
  );
}
