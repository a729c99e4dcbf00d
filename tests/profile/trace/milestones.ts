import type { Milestone } from '../../../src/profile/report/schema/timeline.ts';
import type { Threads } from './find-threads.ts';
import { isOfThread, type Stretch, type Trace } from './trace-event.ts';
import { marksOf } from './user-timing.ts';

/** Marks that the scripted session sets in the host page and in the player's frame. */
export const MARK_PREFIX = 'oriel-profile:';
export const STEP_PREFIX = `${MARK_PREFIX}step:`;
export const PLAYABLE_MARK = `${MARK_PREFIX}playable`;
export const FIRST_FRAME_MARK = `${MARK_PREFIX}first-frame`;
export const PLAY_ASKED_MARK = `${STEP_PREFIX}play`;
export const END_MARK = `${MARK_PREFIX}end`;
const TAP_PREFIX = `${MARK_PREFIX}tap:`;

/** A press of the session, and the element that it is on. */
interface Tap {
  readonly name: string;
  readonly target: string;
}

export function tapMarkOf({ name, target }: Tap): string {
  return `${TAP_PREFIX}${name}:${target}`;
}

export interface Session {
  readonly stretch: Stretch;
  readonly milestones: readonly Milestone[];
  /** Steps of the script in order, with their stretch of the trace. */
  readonly steps: readonly { readonly name: string; readonly stretch: Stretch }[];
  /** Marks of the presses in order; each precedes the input of its interaction, in microseconds of the trace. */
  readonly taps: readonly (Tap & { readonly atUs: number })[];
  /** Milliseconds from the navigation, or for `firstFrameMs` from the request to play; `null` if it did not happen. */
  readonly shellMs: number | null;
  readonly playableMs: number | null;
  readonly firstFrameMs: number | null;
}

/** Times of the session's steps, from the marks of its pages and the browser's own events. */
export function sessionOf(trace: Trace, threads: Threads): Session {
  const { events } = trace;
  const marks = new Map(threads.all.flatMap((thread) => (thread.kind === 'main' ? [...marksOf(events, thread)] : [])));
  const navigation = events.findLast(
    ({ name, args, ...event }) =>
      name === 'navigationStart' && args['frame'] === threads.frame && isOfThread(event, threads.player),
  );
  const fromUs = marks.get(`${STEP_PREFIX}start`) ?? navigation?.ts ?? events[0]?.ts ?? 0;
  const lastUs = events.reduce((last, { ts, dur = 0 }) => Math.max(last, ts + dur), fromUs);
  const toUs = marks.get(END_MARK) ?? lastUs;
  const stretch = { fromUs, toUs };
  const shellUs = events.find(
    ({ name, args, ts, ...event }) =>
      name === 'firstContentfulPaint' &&
      args['frame'] === threads.frame &&
      ts >= fromUs &&
      isOfThread(event, threads.player),
  )?.ts;
  const playableUs = marks.get(PLAYABLE_MARK);
  const firstFrameUs = marks.get(FIRST_FRAME_MARK);
  const askedUs = marks.get(PLAY_ASKED_MARK);
  const steps = [...marks]
    .filter(([name]) => name.startsWith(STEP_PREFIX))
    .toSorted(([, one], [, other]) => one - other);
  const taps = [...marks].filter(([name]) => name.startsWith(TAP_PREFIX)).map(tapOf);
  const relative = (atUs: number): number => Math.round(atUs - fromUs);
  const milestone = (title: string, atUs: number | undefined): Milestone[] =>
    atUs === undefined ? [] : [{ title, atUs: relative(atUs), kind: 'milestone' }];
  return {
    stretch,
    steps: steps.map(([name, atUs], index) => ({
      name: name.slice(STEP_PREFIX.length),
      stretch: { fromUs: atUs, toUs: steps[index + 1]?.[1] ?? toUs },
    })),
    taps: taps.toSorted((one, other) => one.atUs - other.atUs),
    milestones: [
      ...steps.map(([name, atUs]): Milestone => ({
        title: name.slice(STEP_PREFIX.length),
        atUs: relative(atUs),
        kind: 'step',
      })),
      ...milestone('shell', shellUs),
      ...milestone('playable', playableUs),
      ...milestone('first frame', firstFrameUs),
    ],
    shellMs: between(fromUs, shellUs),
    playableMs: between(fromUs, playableUs),
    firstFrameMs: between(askedUs ?? fromUs, firstFrameUs),
  };
}

function tapOf([mark, atUs]: readonly [string, number]): Session['taps'][number] {
  const [name = '', target = ''] = mark.slice(TAP_PREFIX.length).split(':');
  return { name, target, atUs };
}

function between(fromUs: number, toUs: number | undefined): number | null {
  return toUs === undefined ? null : (toUs - fromUs) / 1_000;
}
