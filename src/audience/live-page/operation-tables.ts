import { COUNTED_NETWORKS_MAX } from '../../../protocol/provider/observation.ts';
import type {
  EndedAlert,
  ObservedAlert,
  ObservedBudget,
  RefusalCount,
} from '../../../protocol/provider/observation.ts';
import { formatBytes } from '../../../protocol/runtime/format-bytes.ts';
import { formatMoment, formatNumber, formatShare } from './format.ts';
import { LiveTable } from './table.ts';

export interface OperationTables {
  readonly alerts: LiveTable<ObservedAlert>;
  readonly endedAlerts: LiveTable<EndedAlert>;
  readonly refusals: LiveTable<RefusalCount>;
  readonly budgets: LiveTable<ObservedBudget>;
}

/** The tables about the provider itself. */
export function createOperationTables(frame: (id: string) => HTMLElement): OperationTables {
  return {
    alerts: new LiveTable({
      frame: frame('alerts'),
      caption: 'What is wrong, since when, and what to do',
      empty: 'None.',
      key: ({ name }) => name,
      columns: [
        { title: 'Alert', text: ({ says }) => says, kind: 'long', alarm: () => true },
        { title: 'Since', text: ({ sinceMs }) => formatMoment(sinceMs) },
        { title: 'What to do', text: ({ whatToDo }) => whatToDo.replaceAll('`', ''), kind: 'long' },
        { title: 'Name', text: ({ name }) => name, kind: 'code' },
      ],
    }),
    endedAlerts: new LiveTable({
      frame: frame('ended-alerts'),
      caption: 'Alerts that ended in the last 24 hours, latest first',
      empty: 'None since the provider started.',
      key: ({ name, untilMs }) => `${name} ${untilMs}`,
      columns: [
        { title: 'Alert', text: ({ says }) => says, kind: 'long' },
        { title: 'In all', text: ({ total }) => total, kind: 'long' },
        { title: 'From', text: ({ sinceMs }) => formatMoment(sinceMs) },
        { title: 'Until', text: ({ untilMs }) => formatMoment(untilMs) },
        { title: 'Name', text: ({ name }) => name, kind: 'code' },
      ],
    }),
    refusals: new LiveTable({
      frame: frame('refusals'),
      caption: 'Refused requests and closed connections since the provider started, by limit',
      empty: 'None.',
      key: ({ limit }) => limit,
      columns: [
        { title: 'Limit', text: ({ limit }) => limit, kind: 'code' },
        { title: 'Count', text: ({ count }) => formatNumber(count), kind: 'number' },
        { title: 'Last', text: ({ lastMs }) => formatMoment(lastMs) },
        {
          title: 'Networks in 5 min',
          text: ({ networks }) => (networks === COUNTED_NETWORKS_MAX ? `${networks} or more` : formatNumber(networks)),
          kind: 'number',
        },
      ],
    }),
    budgets: new LiveTable({
      frame: frame('budgets'),
      caption:
        'How full the parts of the database are, by bytes counted row by row: an estimate, no part of its size on disk; and rows that this process has shed',
      empty: 'Nothing counted yet.',
      key: ({ name }) => name,
      columns: [
        { title: 'Kind', text: ({ name }) => name },
        { title: 'Rows', text: ({ rows }) => formatNumber(rows), kind: 'number' },
        { title: 'Bytes counted', text: ({ bytes }) => formatBytes(bytes), kind: 'number' },
        { title: 'Full', text: ({ bytes, allowedBytes }) => formatShare(bytes, allowedBytes), kind: 'number' },
        {
          title: 'Rows shed',
          text: ({ shedRows }) => formatNumber(shedRows),
          kind: 'number',
          alarm: ({ shedRows }) => shedRows > 0,
        },
      ],
    }),
  };
}
