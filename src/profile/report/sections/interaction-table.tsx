import { formatUs } from '../plot/format.ts';
import type { Interaction } from '../schema/timeline.ts';
import { Bar } from './bar.tsx';
import { DataTable } from './data-table.tsx';

export interface InteractionTableProps {
  readonly interactions: readonly Interaction[];
  readonly onShow: (interaction: Interaction) => void;
}

/** Duration of each press by phase; a button shows the press in the plot above. */
export function InteractionTable({ interactions, onShow }: InteractionTableProps) {
  if (interactions.length === 0) return <p>Nobody pressed anything.</p>;
  const most = Math.max(...interactions.map(lengthOf));
  return (
    <DataTable
      caption="Interactions of the whole session, from the input until the screen shows what came of it, by the clock"
      head={['interaction', 'target', 'all', 'input delay', 'script', 'style, layout and paint to the screen', 'at']}
      rows={interactions.map((one) => ({
        key: `${one.startUs} ${one.name}`,
        cells: [
          one.phases === null ? (
            one.name
          ) : (
            <button key="interaction" type="button" className="link" onClick={() => onShow(one)}>
              {one.name}
            </button>
          ),
          one.target,
          ...(one.phases === null
            ? ['less than 16 ms', '–', '–', '–']
            : [
                <Bar key="all" text={formatUs(lengthOf(one))} share={lengthOf(one) / most} />,
                formatUs(one.phases.delayUs),
                formatUs(one.phases.scriptUs),
                formatUs(one.phases.paintUs),
              ]),
          formatUs(one.startUs),
        ],
      }))}
    />
  );
}

export function lengthOf({ phases }: Interaction): number {
  return phases === null ? 0 : phases.delayUs + phases.scriptUs + phases.paintUs;
}
