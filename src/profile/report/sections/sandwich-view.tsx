import { useEffect, useMemo, useRef, useState } from 'react';
import { BandPlot } from '../plot/band-plot.tsx';
import { formatUs } from '../plot/format.ts';
import type { Palette } from '../plot/palette.ts';
import { sandwichOf } from '../plot/sandwich.ts';
import { wholeView, type View } from '../plot/view.ts';
import type { Lane } from '../schema/timeline.ts';

export interface ChosenFunction {
  readonly lane: Lane;
  /** Number of the function in the flame graph of the lane. */
  readonly number: number;
}

export interface SandwichViewProps {
  readonly chosen: ChosenFunction;
  readonly query: string;
  readonly palette: Palette;
  readonly onClose: () => void;
}

/** A function between its callers, above, and its callees, below, summed up over the session. */
export function SandwichView({ chosen: { lane, number }, query, palette, onClose }: SandwichViewProps) {
  const { callers, callees, totalUs } = useMemo(
    () =>
      sandwichOf(
        lane.flame ?? {
          functions: [],
          nodes: { function: [], parent: [] },
          samples: { node: [], startUs: [], durationUs: [] },
        },
        number,
      ),
    [lane, number],
  );
  const [view, setView] = useState<View | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { name = '', place = '' } = lane.flame?.functions[number] ?? {};
  return (
    <section className="sandwich" aria-label="Callers and callees">
      <h3 ref={heading} tabIndex={-1}>
        {name} {place} in {lane.title}: {formatUs(totalUs)}, wall
      </h3>
      <button type="button" onClick={onClose}>
        Close
      </button>
      <BandPlot
        label={`Callers of ${name}, and what it called`}
        bands={[callers, callees]}
        durationUs={totalUs}
        view={view ?? wholeView(totalUs)}
        onView={setView}
        query={query}
        palette={palette}
      />
    </section>
  );
}
