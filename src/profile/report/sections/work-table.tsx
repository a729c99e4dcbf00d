import { fullName } from '../plot/flame-bands.ts';
import { formatUs } from '../plot/format.ts';
import type { View } from '../plot/view.ts';
import { workWithin } from '../plot/work-within.ts';
import type { Lane } from '../schema/timeline.ts';
import { Bar } from './bar.tsx';
import { DataTable } from './data-table.tsx';

/** Work of a thread in the visible time by group, with the function that has the most samples of each group. */
export function WorkTable({ lane, view }: { readonly lane: Lane; readonly view: View }) {
  const { busyUs, groups } = workWithin(lane, view);
  const most = groups[0]?.us ?? 0;
  return (
    <DataTable
      caption={`${formatUs(busyUs)} of CPU, from ${formatUs(view.fromUs)} to ${formatUs(view.toUs)}`}
      head={['work', 'CPU', 'most of it']}
      rows={groups.map(({ group, us, largest }) => ({
        key: group,
        cells: [
          group,
          <Bar key="time" text={formatUs(us)} share={us / most} />,
          largest === null ? '' : fullName(largest),
        ],
      }))}
    />
  );
}
