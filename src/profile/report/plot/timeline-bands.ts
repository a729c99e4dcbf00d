import type { Interaction, Lane, NetworkRequest, Timeline } from '../schema/timeline.ts';
import { bandOf } from './flame-bands.ts';
import { emptyRow, rowsOf, type Band, type BuiltRow, type Hit } from './span-rows.ts';

/** The network above, then what a viewer did, then every thread with its tracks. */
export function timelineBands({ lanes, network, interactions }: Timeline): Band[] {
  return [
    networkBand(network, lanes),
    ...(interactions.length === 0 ? [] : [interactionBand(interactions)]),
    ...lanes.flatMap(bandsOf),
  ];
}

/** Each interaction is its phases, one after another; presses of one viewer do not overlap. */
function interactionBand(interactions: readonly Interaction[]): Band {
  const row = emptyRow();
  const labels: string[] = [];
  const groups: string[] = [];
  for (const { name, startUs, phases } of interactions) {
    let atUs = startUs;
    for (const [phase, us] of [
      ['input delay', phases?.delayUs ?? 0],
      ['handlers of the input', phases?.scriptUs ?? 0],
      ['to the screen', phases?.paintUs ?? 0],
    ] as const) {
      if (us === 0) continue;
      row.startUs.push(atUs);
      row.endUs.push((atUs += us));
      row.label.push(labels.push(`${name}: ${phase}`) - 1);
      groups.push(phase);
    }
  }
  return { title: titleOfInteractions(interactions), rows: [row], labels, groups };
}

const titleOfInteractions = ({ length }: readonly Interaction[]): string => `Interactions: ${length}`;

/** The first phase of an interaction in its band; `null` if the browser did not report it. */
export function hitOfInteraction(
  bands: readonly Band[],
  { interactions }: Pick<Timeline, 'interactions'>,
  { startUs }: Interaction,
): Hit | null {
  const band = bands.find(({ title }) => title === titleOfInteractions(interactions));
  const index = band?.rows[0]?.startUs.indexOf(startUs) ?? -1;
  return band === undefined || index < 0 ? null : { band, row: 0, index };
}

const PART = 'part of the work around it';

function bandsOf(lane: Lane): Band[] {
  const names = lane.names.map((named) => ({ ...named, group: named.group || PART }));
  return [
    bandOf(titleOf(lane), rowsOf(lane.spans), names),
    ...lane.tracks.map(({ title, spans }) => bandOf(`${lane.title} · ${title}`, rowsOf(spans), names)),
  ];
}

const titleOf = ({ title, cpuMs, isThrottled }: Lane): string =>
  `${title}: ${cpuMs.toFixed(0)} ms of CPU${isThrottled ? '' : ', not slowed down'}`;

/** A task of a thread in its band; `null` if the task is not drawn. */
export function hitOfTask(bands: readonly Band[], lane: Lane, startUs: number): Hit | null {
  const band = bands.find(({ title }) => title === titleOf(lane));
  const index = band?.rows[0]?.startUs.indexOf(startUs) ?? -1;
  return band === undefined || index < 0 ? null : { band, row: 0, index };
}

/** The name before its folder: labels are cut at their end. */
export function fileOf(path: string): string {
  const file = path.split('/').at(-1) ?? '';
  return file === '' ? path : `${file}  ${path.slice(0, path.length - file.length)}`;
}

/** Each request in the first row that is free. */
function networkBand(requests: readonly NetworkRequest[], lanes: readonly Lane[]): Band {
  const rows: BuiltRow[] = [];
  const ordered = requests.toSorted((one, other) => one.startUs - other.startUs);
  for (const [index, { startUs, receivedUs, endUs }] of ordered.entries()) {
    const free = rows.findIndex((row) => (row.endUs.at(-1) ?? 0) <= startUs);
    const at = free < 0 ? rows.length : free;
    const row = (rows[at] ??= emptyRow());
    row.startUs.push(startUs);
    row.endUs.push(Math.max(receivedUs ?? endUs, startUs + 1));
    row.label.push(index);
  }
  const laneOf = (id: string): string => lanes.find((lane) => lane.id === id)?.title ?? id;
  return {
    title: `Network: ${requests.length} requests`,
    rows,
    labels: ordered.map(({ path, lane }) => `${fileOf(path)} (${laneOf(lane)})`),
    groups: ordered.map(() => 'network'),
  };
}
