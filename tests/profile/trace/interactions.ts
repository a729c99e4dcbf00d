import * as z from 'zod';
import type { Interaction } from '../../../src/profile/report/schema/timeline.ts';
import type { Threads } from './find-threads.ts';
import type { Session } from './milestones.ts';
import { isOfThread, readArgs, type TraceEvent } from './trace-event.ts';

/** Times are milliseconds of the page's own clock; only their differences are used. */
const TimingArgs = z.object({
  data: z.object({
    type: z.string(),
    frame: z.string().optional(),
    interactionId: z.number(),
    timeStamp: z.number(),
    processingStart: z.number(),
    processingEnd: z.number(),
  }),
});

/** One event of an interaction, in microseconds of the trace. */
interface Entry {
  readonly interactionId: number;
  readonly type: string;
  readonly startUs: number;
  readonly handlersFromUs: number;
  readonly handlersToUs: number;
  readonly endUs: number;
}

/** Events that reach the screen within this time of each other belong to one frame, as web-vitals counts them. */
const FRAME_US = 8_000;

/** Interactions of the player's frame in the order of time; presses without an entry of Event Timing have no phases. */
export function interactionsOf(
  events: readonly TraceEvent[],
  threads: Pick<Threads, 'player' | 'frame'>,
  { stretch, taps }: Pick<Session, 'stretch' | 'taps'>,
): Interaction[] {
  const entries = entriesOf(events, threads).filter(
    ({ startUs }) => startUs >= stretch.fromUs && startUs <= stretch.toUs,
  );
  const found = [...new Set(entries.map(({ interactionId }) => interactionId))].flatMap((id) => {
    const interaction = longestFrameOf(entries.filter(({ interactionId }) => interactionId === id));
    return interaction === null ? [] : [interaction];
  });
  const tapAt = (atUs: number) => taps.findLast((tap) => tap.atUs <= atUs);
  const measured = found.map((entry) => ({ entry, tap: tapAt(entry.startUs) }));
  const missing = taps.filter((one) => measured.every(({ tap }) => tap !== one));
  const relative = (atUs: number): number => Math.round(atUs - stretch.fromUs);
  return [
    ...measured.map(({ entry, tap }) => ({
      name: tap?.name ?? entry.type,
      target: tap?.target ?? '',
      startUs: relative(entry.startUs),
      phases: {
        delayUs: Math.round(entry.handlersFromUs - entry.startUs),
        scriptUs: Math.round(entry.handlersToUs - entry.handlersFromUs),
        paintUs: Math.max(0, Math.round(entry.endUs - entry.handlersToUs)),
      },
    })),
    ...missing.map(({ name, target, atUs }) => ({ name, target, startUs: relative(atUs), phases: null })),
  ].toSorted((one, other) => one.startUs - other.startUs);
}

/** The longest interaction, in milliseconds; `null` without one. */
export function longestInteractionMs(interactions: readonly Interaction[]): number | null {
  const lengths = interactions.flatMap(({ phases }) =>
    phases === null ? [] : (phases.delayUs + phases.scriptUs + phases.paintUs) / 1_000,
  );
  return lengths.length === 0 ? null : Math.max(...lengths);
}

/** Reads the entries of Event Timing: an entry begins with its input and ends with the frame that shows the effect. */
function entriesOf(events: readonly TraceEvent[], { player, frame }: Pick<Threads, 'player' | 'frame'>): Entry[] {
  const open = new Map<string, TraceEvent[]>();
  const entries: Entry[] = [];
  for (const event of events) {
    if (event.name !== 'EventTiming' || event.pid !== player.pid) continue;
    const id = event.id2?.local ?? String(event.id);
    if (event.ph === 'b' && isOfThread(event, player)) open.set(id, [...(open.get(id) ?? []), event]);
    if (event.ph !== 'e') continue;
    const begin = open.get(id)?.pop();
    const data = begin === undefined ? undefined : readArgs(begin, TimingArgs)?.data;
    if (begin === undefined || data === undefined || data.interactionId <= 0) continue;
    if (data.frame !== undefined && data.frame !== frame) continue;
    const atUs = (ms: number): number => begin.ts + (ms - data.timeStamp) * 1_000;
    entries.push({
      interactionId: data.interactionId,
      type: data.type,
      startUs: begin.ts,
      handlersFromUs: atUs(data.processingStart),
      handlersToUs: atUs(data.processingEnd),
      endUs: event.ts,
    });
  }
  return entries;
}

/** A press has several events, in one or more frames: the events of its slowest frame count together. */
function longestFrameOf(entries: readonly Entry[]): Entry | null {
  const [longest] = entries.toSorted((one, other) => other.endUs - other.startUs - (one.endUs - one.startUs));
  if (longest === undefined) return null;
  const ofFrame = entries.filter(({ endUs }) => Math.abs(endUs - longest.endUs) <= FRAME_US);
  return {
    ...longest,
    startUs: Math.min(...ofFrame.map(({ startUs }) => startUs)),
    handlersFromUs: Math.min(...ofFrame.map(({ handlersFromUs }) => handlersFromUs)),
    handlersToUs: Math.max(...ofFrame.map(({ handlersToUs }) => handlersToUs)),
  };
}
