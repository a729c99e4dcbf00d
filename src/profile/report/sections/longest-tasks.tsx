import { longestTasks } from '../plot/busiest.ts';
import { formatUs } from '../plot/format.ts';
import { around, type View } from '../plot/view.ts';
import type { Lane } from '../schema/timeline.ts';
import { Bar } from './bar.tsx';
import { DataTable } from './data-table.tsx';

const SHOWN = 5;

export interface LongestTasksProps {
  readonly lane: Lane;
  readonly view: View;
  readonly durationUs: number;
  readonly onView: (view: View) => void;
}

/** Tasks of the visible time with most CPU; each can be looked at. */
export function LongestTasks({ lane, view, durationUs, onView }: LongestTasksProps) {
  const tasks = longestTasks(lane, view, SHOWN);
  const most = tasks[0]?.cpuUs ?? 0;
  return (
    <DataTable
      caption="Longest tasks of the visible time, by CPU; wall time has the waits for a core in it"
      head={['task', 'CPU', 'wall', 'at']}
      rows={tasks.map((task) => ({
        key: String(task.startUs),
        cells: [
          <button
            key="task"
            type="button"
            className="link"
            onClick={() => onView(around(task.startUs, task.startUs + task.durationUs, durationUs))}
          >
            {task.label}
          </button>,
          <Bar key="cpu" text={formatUs(task.cpuUs)} share={task.cpuUs / most} />,
          formatUs(task.durationUs),
          formatUs(task.startUs),
        ],
      }))}
    />
  );
}
