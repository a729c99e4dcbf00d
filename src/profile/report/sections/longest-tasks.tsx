import { longestTasks, type LongTask } from '../plot/busiest.ts';
import { formatMoment, formatUs } from '../plot/format.ts';
import type { View } from '../plot/view.ts';
import { workWithin } from '../plot/work-within.ts';
import type { Lane } from '../schema/timeline.ts';
import { Bar } from './bar.tsx';
import { DataTable } from './data-table.tsx';

const SHOWN = 5;

export interface LongestTasksProps {
  readonly lane: Lane;
  readonly view: View;
  readonly onTask: (task: LongTask) => void;
}

/** Tasks of the visible time with the most CPU time; a press shows a task among the threads. */
export function LongestTasks({ lane, view, onTask }: LongestTasksProps) {
  const tasks = longestTasks(lane, view, SHOWN);
  const most = tasks[0]?.cpuUs ?? 0;
  return (
    <DataTable
      caption="Longest tasks of the visible time, by CPU; wall time has the waits for a core in it"
      head={['task', 'most of it', 'CPU', 'wall', 'at']}
      rows={tasks.map((task) => ({
        key: String(task.startUs),
        cells: [
          <button key="task" type="button" className="link" onClick={() => onTask(task)}>
            {task.label}
          </button>,
          mostOf(lane, task),
          <Bar key="cpu" text={formatUs(task.cpuUs)} share={task.cpuUs / most} />,
          formatUs(task.durationUs),
          formatMoment(task.startUs, task.durationUs),
        ],
      }))}
    />
  );
}

/** The function with the most samples of a task, with its place in the sources; else the largest group of the task's work. */
function mostOf(lane: Lane, { startUs, durationUs }: LongTask): string {
  const [group] = workWithin(lane, { fromUs: startUs, toUs: startUs + durationUs }).groups;
  if (group === undefined) return '';
  const { largest } = group;
  return largest === null ? group.group : `${largest.name}${largest.place === '' ? '' : `, ${largest.place}`}`;
}
