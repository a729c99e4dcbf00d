import type { Interaction, Lane, NetworkRequest, Timeline } from '../schema/timeline.ts';
import { bandOf } from './flame-bands.ts';
import { emptyRow, rowsOf, type Band, type BuiltRow, type Hit } from './span-rows.ts';

/** A band with the part of the timeline that it shows; `null` for a track, in which no span is looked up. */
export interface TimelineBand extends Band {
  readonly shows: Lane | readonly Interaction[] | readonly NetworkRequest[] | null;
}

/** Bands of a timeline: the network, the interactions of the viewer, then each thread with its tracks. */
export function timelineBands({ lanes, network, interactions }: Timeline): TimelineBand[] {
  return [
    networkBand(network, lanes),
    ...(interactions.length === 0 ? [] : [interactionBand(interactions)]),
    ...lanes.flatMap(bandsOf),
  ];
}

/** Band with the phases of each interaction in a single row, because presses of one viewer do not overlap. */
function interactionBand(interactions: readonly Interaction[]): TimelineBand {
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
  return { title: `Interactions: ${interactions.length}`, rows: [row], labels, groups, shows: interactions };
}

/** The span that begins at a time in the band of a thread or of the interactions; `null` if it is not drawn. */
export function hitOf(bands: readonly TimelineBand[], shown: TimelineBand['shows'], startUs: number): Hit | null {
  const band = bands.find(({ shows }) => shows === shown);
  const index = band?.rows[0]?.startUs.indexOf(startUs) ?? -1;
  return band === undefined || index < 0 ? null : { band, row: 0, index };
}

const PART = 'part of the work around it';

function bandsOf(lane: Lane): TimelineBand[] {
  const names = lane.names.map((named) => ({ ...named, group: named.group || PART }));
  const title = `${lane.title}: ${lane.cpuMs.toFixed(0)} ms of CPU${lane.isThrottled ? '' : ', not slowed down'}`;
  return [
    { ...bandOf(title, rowsOf(lane.spans), names), shows: lane },
    ...lane.tracks.map((track) => ({
      ...bandOf(`${lane.title} · ${track.title}`, rowsOf(track.spans), names),
      shows: null,
    })),
  ];
}

/** Label of a path, with the file name before its folder, because labels are cut at their end. */
export function fileOf(path: string): string {
  const file = path.split('/').at(-1) ?? '';
  return file === '' ? path : `${file}  ${path.slice(0, path.length - file.length)}`;
}

/** Band of requests, each in the first free row. */
function networkBand(requests: readonly NetworkRequest[], lanes: readonly Lane[]): TimelineBand {
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
    shows: requests,
  };
}
