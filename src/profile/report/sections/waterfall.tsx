import type { CSSProperties } from 'react';
import { formatBytes } from '../../../../protocol/runtime/format-bytes.ts';
import { formatUs } from '../plot/format.ts';
import { PHASES, phasesOf, type Phase } from '../plot/request-phases.ts';
import { fileOf } from '../plot/timeline-bands.ts';
import type { View } from '../plot/view.ts';
import type { Timeline } from '../schema/timeline.ts';
import { DataTable } from './data-table.tsx';
import { PhaseLegend } from '../plot/legend.tsx';

/** Requests of the visible time, with their initiator and the duration of each phase. */
export function Waterfall({ timeline, view }: { readonly timeline: Timeline; readonly view: View }) {
  const visible = timeline.network.filter(({ startUs, endUs }) => endUs >= view.fromUs && startUs <= view.toUs);
  const titleOf = (id: string): string => timeline.lanes.find((lane) => lane.id === id)?.title ?? id;
  if (visible.length === 0) return <p>No request is within the visible time.</p>;
  return (
    <>
      <PhaseLegend />
      <DataTable
        caption="Requests of the visible time; a bar begins and ends where it does in the plot above"
        head={['file', 'thread', 'size', ...PHASES, 'in time']}
        rows={visible.map((request, index) => {
          const phases = phasesOf(request);
          const duration = (name: string): string => {
            const phase = phases.find((one) => one.name === name);
            return phase === undefined ? '–' : formatUs(phase.toUs - phase.fromUs);
          };
          return {
            key: `${index} ${request.path}`,
            cells: [
              fileOf(request.path),
              titleOf(request.lane),
              formatBytes(request.bytes),
              ...PHASES.map(duration),
              <PhaseBars key="bars" phases={phases} view={view} />,
            ],
          };
        })}
      />
    </>
  );
}

function PhaseBars({ phases, view: { fromUs, toUs } }: { readonly phases: readonly Phase[]; readonly view: View }) {
  const share = (atUs: number): number => Math.min(1, Math.max(0, (atUs - fromUs) / (toUs - fromUs)));
  return (
    <span className="phases">
      {phases.map((phase) => {
        const [from, to] = [share(phase.fromUs), share(phase.toUs)];
        const style = { '--from': from, '--share': to - from } as CSSProperties;
        return <span key={phase.name} className={`phase phase-${phase.name}`} style={style} />;
      })}
    </span>
  );
}
