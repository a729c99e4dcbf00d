/** Smallest text, CSS pixels: below it, lines without room are left out instead. */
const SMALLEST_PX = 10;
const SMALLER = 0.96;

/** A vertical range, CSS pixels from the top of the captions. */
interface Span {
  readonly top: number;
  readonly bottom: number;
}

const ZONES = ['low', 'middle', 'high'] as const;
type Zone = (typeof ZONES)[number];
/** Where the cues of each zone may be. */
type Spans = Readonly<Record<Zone, Span>>;

/**
 * Keeps captions inside of the frame, and clear of visible controls, however large the viewer makes them: `room` is the height between
 * title and bar, and its lower padding the height below buttons in the middle. Text that is taller takes the place of the title, then
 * gets smaller, then has its lines closer together, and at last loses lines. Reads offsets, because bounding boxes include the transition
 * of a shift.
 */
export function fitCaptions(captions: HTMLElement, room: HTMLElement): void {
  const cues = [...captions.querySelectorAll<HTMLElement>('.caption-cue')];
  delete captions.dataset['tall'];
  delete captions.dataset['tight'];
  captions.style.removeProperty('--caption-share');
  const setScale = (scale: number): void => captions.style.setProperty('--caption-fit', String(scale));
  setScale(1);
  const besidePx = Number.parseFloat(getComputedStyle(room).paddingBottom) || Infinity;
  const setRoom = (top: number, bottom: number): Spans => {
    // Vertical writing that reaches this height continues in another column.
    captions.style.setProperty('--caption-room', `${Math.max(0, bottom - top)}px`);
    return {
      low: { top: Math.max(top, bottom - besidePx), bottom },
      middle: { top, bottom },
      high: { top, bottom: Math.min(bottom, top + besidePx) },
    };
  };
  const bottom = room.offsetTop + room.offsetHeight;
  let spans = setRoom(room.offsetTop, bottom);
  if (hasRoom(cues, captions, spans)) return shift(cues, captions, spans);
  if (besidePx === Infinity && room.offsetTop > 0) {
    captions.dataset['tall'] = '';
    spans = setRoom(0, bottom - captions.offsetTop);
  }
  const usualPx = Number.parseFloat(getComputedStyle(captions).fontSize);
  let scale = 1;
  while (!hasRoom(cues, captions, spans) && usualPx * scale > SMALLEST_PX) {
    scale = Math.max(scale * SMALLER, Math.min(1, SMALLEST_PX / usualPx));
    setScale(scale);
  }
  if (!hasRoom(cues, captions, spans)) captions.dataset['tight'] = '';
  if (!hasRoom(cues, captions, spans))
    captions.style.setProperty('--caption-share', `${heightOf(spans.low) / Math.max(1, cues.length)}px`);
  shift(cues, captions, spans);
}

function hasRoom(cues: readonly HTMLElement[], captions: HTMLElement, spans: Spans): boolean {
  const low = heightOf(spanOf(inZone(cues, 'low')));
  const high = heightOf(spanOf(inZone(cues, 'high')));
  const middle = inZone(cues, 'middle').map(({ offsetHeight }) => offsetHeight);
  const isNarrow = cues.every(({ offsetWidth }) => offsetWidth <= captions.clientWidth);
  const isApart = low <= heightOf(spans.low) && high <= heightOf(spans.high);
  return isNarrow && isApart && Math.max(low + high, ...middle) <= heightOf(spans.middle);
}

const inZone = (cues: readonly HTMLElement[], zone: Zone): HTMLElement[] =>
  cues.filter(({ dataset }) => dataset['zone'] === zone);

/** Cues at an edge move together, so that no cue covers another; each cue in the middle moves by itself, and only if it has to. */
function shift(cues: readonly HTMLElement[], captions: HTMLElement, spans: Spans): void {
  // Room in the upper half, above a finger's buttons, is filled from its top.
  const isAbove = spans.middle.bottom < captions.clientHeight / 2;
  for (const zone of ZONES) {
    const together = inZone(cues, zone);
    for (const cue of together) {
      const { top, bottom } = spanOf(zone === 'middle' ? [cue] : together);
      const span = spans[zone];
      const down = Math.max(span.top - top, isAbove ? -Infinity : Math.min(0, span.bottom - bottom));
      const { offsetLeft: left, offsetWidth: width } = cue;
      const across = Math.max(-left, Math.min(0, captions.clientWidth - left - width));
      cue.style.transform = down === 0 && across === 0 ? '' : `translate(${across}px, ${down}px)`;
    }
  }
}

/** Zero for the span of no cues. */
const heightOf = ({ top, bottom }: Span): number => Math.max(0, bottom - top);

/** Extent of all cues together, at their laid-out positions. */
function spanOf(cues: readonly HTMLElement[]): Span {
  const spans = cues.map((cue) => {
    const [, risePercent = '0'] = cue.style.translate.split(' ');
    const top = cue.offsetTop + (Number.parseFloat(risePercent) / 100) * cue.offsetHeight;
    // Offsets are rounded.
    return { top, bottom: top + cue.offsetHeight + 1 };
  });
  return {
    top: Math.min(...spans.map(({ top }) => top)),
    bottom: Math.max(...spans.map(({ bottom }) => bottom)),
  };
}
