/** Below this, CSS pixels, text is not made smaller: lines without room are left out. */
const SMALLEST_PX = 10;
const SMALLER = 0.96;

/** From the top of the frame, CSS pixels. */
interface Span {
  readonly top: number;
  readonly bottom: number;
}

type Zone = 'low' | 'middle' | 'high';

/**
 * Keeps captions inside of the frame, and clear of visible controls, however large the viewer makes them: `room` is the height
 * between title and bar. Text that is taller takes the place of the title, then gets smaller, and at last loses lines. Offsets are
 * read, since boxes include the transition of a shift.
 */
export function fitCaptions(captions: HTMLElement, room: HTMLElement): void {
  const cues = [...captions.querySelectorAll<HTMLElement>('.caption-cue')];
  delete captions.dataset['tall'];
  captions.style.removeProperty('--caption-share');
  const setScale = (scale: number): void => captions.style.setProperty('--caption-fit', String(scale));
  setScale(1);
  // Vertical writing goes on in a further column where it has come so far.
  const setRoom = ({ top, bottom }: Span): void =>
    captions.style.setProperty('--caption-room', `${Math.max(0, bottom - top)}px`);
  const span = { top: room.offsetTop, bottom: room.offsetTop + room.offsetHeight };
  setRoom(span);
  if (hasRoom(cues, captions, span)) return cues.forEach((cue) => shift(cue, cues, captions, span));
  captions.dataset['tall'] = '';
  const tall = { top: 0, bottom: span.bottom };
  setRoom(tall);
  const usualPx = Number.parseFloat(getComputedStyle(captions).fontSize);
  let scale = 1;
  while (!hasRoom(cues, captions, tall) && usualPx * scale > SMALLEST_PX) {
    scale = Math.max(scale * SMALLER, Math.min(1, SMALLEST_PX / usualPx));
    setScale(scale);
  }
  if (!hasRoom(cues, captions, tall))
    captions.style.setProperty('--caption-share', `${tall.bottom / Math.max(1, cues.length)}px`);
  cues.forEach((cue) => shift(cue, cues, captions, tall));
}

function hasRoom(cues: readonly HTMLElement[], captions: HTMLElement, { top, bottom }: Span): boolean {
  const stacked = heightOf(inZone(cues, 'low')) + heightOf(inZone(cues, 'high'));
  const middle = inZone(cues, 'middle').map(({ offsetHeight }) => offsetHeight);
  const isNarrow = cues.every(({ offsetWidth }) => offsetWidth <= captions.clientWidth);
  return isNarrow && Math.max(stacked, ...middle) <= bottom - top;
}

const inZone = (cues: readonly HTMLElement[], zone: Zone): HTMLElement[] =>
  cues.filter(({ dataset }) => dataset['zone'] === zone);

/** Cues of the edges move together, so that none covers another; each in the middle moves alone, and only where it has to. */
function shift(cue: HTMLElement, cues: readonly HTMLElement[], captions: HTMLElement, span: Span): void {
  const isMiddle = cue.dataset['zone'] === 'middle';
  const { top, bottom } = spanOf(
    isMiddle ? [cue] : cues.filter(({ dataset }) => dataset['zone'] === cue.dataset['zone']),
  );
  // Room in the upper half, above a finger's buttons, is filled from its top.
  const isAbove = span.bottom < captions.clientHeight / 2;
  const down = Math.max(span.top - top, isAbove ? -Infinity : Math.min(0, span.bottom - bottom));
  const { offsetLeft: left, offsetWidth: width } = cue;
  const across = Math.max(-left, Math.min(0, captions.clientWidth - left - width));
  cue.style.transform = down === 0 && across === 0 ? '' : `translate(${across}px, ${down}px)`;
}

const heightOf = (cues: readonly HTMLElement[]): number => {
  const { top, bottom } = spanOf(cues);
  return cues.length === 0 ? 0 : bottom - top;
};

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
