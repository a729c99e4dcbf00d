import type { InputDetail } from '../../../protocol/recording/thread-spans.ts';
import { elementName } from './element-name.ts';

/** Browsers round durations of Event Timing to multiples of this. */
const ROUNDED_MS = 8;
const CONTROLS = 'button, a, input, select, [role="slider"]';

/** An entry of Event Timing. */
export interface EventEntry extends PerformanceEntry {
  /** 0 for events outside of presses, such as `pointerover`; absent in browsers that do not report it. */
  readonly interactionId?: number;
  readonly processingStart: number;
  readonly processingEnd: number;
  /** `null` once the element has left the page. */
  readonly target: Node | null;
}

export interface Interaction {
  readonly startMs: number;
  readonly endMs: number;
  readonly input: InputDetail;
}

/**
 * Presses of the viewer with their parts, as in the attribution of web-vitals: the event of a press that took longest until the
 * screen, with all handlers that ran before the same frame. Browsers report the events of a press together; a key or finger that stays
 * down can have a further interaction when it is released.
 */
export function interactionsOf(entries: readonly EventEntry[]): readonly Interaction[] {
  const presses = new Map<number, EventEntry[]>();
  for (const entry of entries) {
    const { interactionId = 0 } = entry;
    if (interactionId !== 0) presses.set(interactionId, [...(presses.get(interactionId) ?? []), entry]);
  }
  return [...presses.values()].map((events) => interactionOf(events, entries));
}

function interactionOf(events: readonly EventEntry[], entries: readonly EventEntry[]): Interaction {
  const longest = events.reduce((one, other) => (isLonger(other, one) ? other : one));
  const { startTime, processingStart } = longest;
  const isInFrame = (entry: EventEntry): boolean => Math.abs(shownMs(entry) - shownMs(longest)) <= ROUNDED_MS;
  // Rounded down, a duration can end before the handlers have begun.
  const endMs = Math.max(shownMs(longest), processingStart);
  const handledMs = Math.min(endMs, Math.max(...entries.filter(isInFrame).map(({ processingEnd }) => processingEnd)));
  const [busiest = longest] = events.filter(isInFrame).sort((one, other) => handlersMs(other) - handlersMs(one));
  return {
    startMs: startTime,
    endMs,
    input: {
      type: busiest.name,
      target: targetName([busiest, ...events].find(({ target }) => target !== null)?.target ?? null),
      delayMs: processingStart - startTime,
      handlersMs: handledMs - processingStart,
      toScreenMs: endMs - handledMs,
    },
  };
}

function isLonger(one: EventEntry, other: EventEntry): boolean {
  return (
    one.duration > other.duration || (one.duration === other.duration && one.processingStart < other.processingStart)
  );
}

const shownMs = ({ startTime, duration }: EventEntry): number => startTime + duration;
const handlersMs = ({ processingStart, processingEnd }: EventEntry): number => processingEnd - processingStart;

/** Role or tag and name of the pressed control, such as `button settings`; not its label, which can have the title of a video. */
function targetName(target: Node | null): string {
  const pressed = target as HTMLElement | null;
  const control = pressed?.closest?.<HTMLElement>(CONTROLS) ?? pressed;
  // The document itself has no names.
  if (!control?.classList) return '';
  const [kind, name] = [control.getAttribute('role') ?? control.localName, elementName(control)];
  return kind === name ? kind : `${kind} ${name}`;
}
