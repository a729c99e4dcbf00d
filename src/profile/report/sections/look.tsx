import { useMemo, useRef, useState } from 'react';
import { BandPlot, type Walker } from '../plot/band-plot.tsx';
import { busiestView, mainOf, startView, summaryOf } from '../plot/busiest.ts';
import { chartBand, leftHeavyBand } from '../plot/flame-bands.ts';
import { formatUs } from '../plot/format.ts';
import { paletteOf } from '../plot/palette.ts';
import { hitsOf } from '../plot/search.ts';
import type { Band } from '../plot/span-rows.ts';
import { hitOf, timelineBands } from '../plot/timeline-bands.ts';
import { wholeView, type View } from '../plot/view.ts';
import type { Interaction, Lane, Timeline } from '../schema/timeline.ts';
import { Choice } from './choice.tsx';
import { InteractionTable, lengthOf as lengthOfInteraction } from './interaction-table.tsx';
import { LongestTasks } from './longest-tasks.tsx';
import { PictureStrip } from './picture-strip.tsx';
import { FunctionTable, TotalsTable } from './plot-tables.tsx';
import { SearchBox } from './search-box.tsx';
import { SandwichView, type ChosenFunction } from './sandwich-view.tsx';
import { Waterfall } from './waterfall.tsx';
import { WorkTable } from './work-table.tsx';

export interface LookProps {
  readonly timeline: Timeline;
  /** How the profiled start differs from the viewers' start; empty if it does not. */
  readonly startNote: string;
}

/** Views of one run on a common time axis: lanes, pictures, requests and flame graphs, starting at the busiest 500 ms. */
export function Look({ timeline, startNote }: LookProps) {
  const [view, setView] = useState<View>(() => busiestView(timeline));
  const [heavyView, setHeavyView] = useState<View | null>(null);
  const [query, setQuery] = useState('');
  const [mode, setMode] = useState<'in time' | 'left-heavy'>('in time');
  const [chosen, setChosen] = useState<ChosenFunction | null>(null);
  const lanes = useMemo(() => timelineBands(timeline), [timeline]);
  const sampled = useMemo(() => timeline.lanes.filter(({ flame }) => flame !== null), [timeline]);
  const flames = useMemo(() => flameBands(sampled, mode === 'left-heavy'), [sampled, mode]);
  const lanePalette = useMemo(() => paletteOf(lanes), [lanes]);
  // The left-heavy view and the view over time have the same groups and sums, and so the same palette.
  const flamePalette = useMemo(() => paletteOf(flameBands(sampled, true)), [sampled]);
  // The left-heavy axis is as long as the summed samples of the busiest thread.
  const heavyUs = useMemo(() => Math.max(...flames.map(lengthOf), 0), [flames]);
  const laneWalker = useRef<Walker>(null);
  const flameWalker = useRef<Walker>(null);
  const laneHits = useMemo(() => hitsOf(lanes, query).length, [lanes, query]);
  const flameHits = useMemo(() => hitsOf(flames, query).length, [flames, query]);

  const main = mainOf(timeline);
  const start = startView(timeline);
  const isStart = start !== null && view.fromUs === start.fromUs && view.toUs === start.toUs;
  const isInTime = mode === 'in time';
  return (
    <>
      <p className="summary" role="status">
        {isStart && startNote !== '' && <strong>{startNote} </strong>}
        {summaryOf(timeline, view)}
      </p>
      <div className="tools">
        <SearchBox
          query={query}
          onQuery={setQuery}
          plots={[
            { name: 'threads', count: laneHits, walker: laneWalker },
            { name: 'flame graphs', count: flameHits, walker: flameWalker },
          ]}
        />
        <button type="button" onClick={() => setView(busiestView(timeline))}>
          Busiest 500 ms of main
        </button>
        {start !== null && (
          <button type="button" onClick={() => setView(start)}>
            Navigation to first frame
          </button>
        )}
        <button type="button" onClick={() => setView(wholeView(timeline.durationUs))}>
          Whole session
        </button>
        <span className="quiet">
          run {timeline.run + 1}, {timeline.chosen}; {formatUs(timeline.durationUs)}; {timeline.leftOut} spans shorter
          than {formatUs(timeline.shortestUs)} are left out
        </span>
      </div>
      <PictureStrip pictures={timeline.pictures} view={view} />
      <div className="look">
        <div>
          <h3>Threads, side by side</h3>
          <BandPlot
            label="Threads of one run"
            walker={laneWalker}
            bands={lanes}
            durationUs={timeline.durationUs}
            view={view}
            onView={setView}
            query={query}
            palette={lanePalette}
            milestones={timeline.milestones}
          />
          <TotalsTable title="Threads as a table: the visible spans" bands={lanes} view={view} query={query} />
        </div>
        <div>
          <h3>Main in the visible time, by work</h3>
          {main !== undefined && <WorkTable lane={main} view={view} />}
        </div>
      </div>
      {main !== undefined && (
        <LongestTasks
          lane={main}
          view={view}
          onTask={({ startUs }) => {
            const hit = hitOf(lanes, main, startUs);
            if (hit !== null) laneWalker.current?.show(hit);
          }}
        />
      )}
      <h3>Interactions</h3>
      <InteractionTable
        interactions={timeline.interactions}
        onShow={(interaction) => {
          const hit = hitOf(lanes, timeline.interactions, interaction.startUs);
          if (hit !== null) laneWalker.current?.show(hit);
          setView(viewAround(interaction, timeline.durationUs));
        }}
      />
      <h3>Network</h3>
      <Waterfall timeline={timeline} view={view} />
      <h3>Flame graphs, all threads on one scale of wall time</h3>
      <Choice legend="Order" options={['in time', 'left-heavy']} value={mode} onChange={setMode} />
      <BandPlot
        key={mode}
        label={`Flame graphs, ${mode}`}
        walker={flameWalker}
        bands={flames}
        durationUs={isInTime ? timeline.durationUs : heavyUs}
        view={isInTime ? view : (heavyView ?? wholeView(heavyUs))}
        onView={isInTime ? setView : setHeavyView}
        query={query}
        palette={flamePalette}
        onOpen={(band, number) => {
          const lane = sampled[band];
          if (lane !== undefined) setChosen({ lane, number });
        }}
      />
      <FunctionTable lanes={sampled} query={query} onChoose={setChosen} />
      {chosen !== null && (
        <SandwichView
          key={`${chosen.lane.id} ${chosen.number}`}
          chosen={chosen}
          query={query}
          palette={flamePalette}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

/** Time to show around an interaction: earlier work may have delayed it. */
const AROUND_US = 50_000;

function viewAround(interaction: Interaction, durationUs: number): View {
  const { startUs } = interaction;
  return {
    fromUs: Math.max(0, startUs - AROUND_US),
    toUs: Math.min(durationUs, startUs + lengthOfInteraction(interaction) + AROUND_US),
  };
}

function flameBands(lanes: readonly Lane[], isLeftHeavy: boolean): Band[] {
  return lanes.flatMap(({ title, flame }) => {
    if (flame === null) return [];
    return isLeftHeavy ? leftHeavyBand(title, flame) : chartBand(title, flame);
  });
}

function lengthOf({ rows: [outermost] }: Band): number {
  return outermost?.endUs.at(-1) ?? 0;
}
