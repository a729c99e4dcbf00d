import type { ActiveCue } from '../../player/player.ts';

/** Position of a cue, as styles of its box. Percentages are of the picture's size, lengths of the text's. */
export type CueLayout = Readonly<
  Partial<Record<'top' | 'bottom' | 'left' | 'right' | 'width' | 'height' | 'maxHeight' | 'translate', string>>
> & {
  readonly textAlign: VTTCue['align'];
  readonly position?: 'absolute';
  readonly writingMode?: 'vertical-rl' | 'vertical-lr';
};

export interface PlacedCue {
  readonly layout: CueLayout;
  /** The part of the picture where the cue is; `fitCaptions` keeps it there, clear of the controls. */
  readonly zone: 'low' | 'high' | 'middle';
}

/** Line height; the same as that of `.captions` in the stylesheet. */
const LINE_EM = 1.35;
const MARGIN_EM = 0.7;

/**
 * WebVTT positioning (`line`, `position`, `size`, `align`, `vertical`), as far as CSS boxes allow. Browsers position only cues that they
 * draw themselves, without regard to the player's controls and the viewer's style. A cue without settings keeps its place in the stack at
 * the bottom.
 */
export function placeCue(cue: ActiveCue): PlacedCue {
  if (cue.vertical !== '') return placeVertical(cue);
  const along = extent(cue);
  const layout = { textAlign: cue.align, width: `${along.length}%` };
  // Captions in the stack are offset by a left margin.
  if (cue.line === 'auto') return { layout: { ...layout, left: `${along.start}%` }, zone: 'low' };
  const placed = { ...layout, left: `${along.start}%`, position: 'absolute' } as const;
  if (!cue.snapToLines) {
    const zone = cue.line > 66 ? 'low' : cue.line < 33 ? 'high' : 'middle';
    return { layout: { ...placed, top: `${cue.line}%`, ...shifted(cue.lineAlign) }, zone };
  }
  return cue.line < 0
    ? { layout: { ...placed, bottom: lines(-cue.line - 1) }, zone: 'low' }
    : { layout: { ...placed, top: lines(cue.line) }, zone: 'high' };
}

/** Lines are columns, counted from the side where writing begins; negative numbers count from the other side. */
function placeVertical(cue: ActiveCue): PlacedCue {
  const along = extent(cue);
  const isFromRight = cue.vertical === 'rl';
  const [near, far] = isFromRight ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const line = cue.line === 'auto' ? -1 : cue.line;
  const isSnapped = cue.line === 'auto' || cue.snapToLines;
  const across = !isSnapped ? { [near]: `${line}%` } : line < 0 ? { [far]: lines(-line - 1) } : { [near]: lines(line) };
  return {
    layout: {
      textAlign: cue.align,
      position: 'absolute',
      writingMode: isFromRight ? 'vertical-rl' : 'vertical-lr',
      top: `${along.start}%`,
      height: `${along.length}%`,
      maxHeight: 'var(--caption-room)',
      ...across,
    },
    zone: 'middle',
  };
}

const lines = (count: number): string => `${Number((MARGIN_EM + count * LINE_EM).toFixed(2))}em`;

/** Which edge of the box is aligned with the line. */
function shifted(lineAlign: ActiveCue['lineAlign']): Pick<CueLayout, 'translate'> {
  if (lineAlign === undefined || lineAlign === 'start') return {};
  return { translate: lineAlign === 'end' ? '0 -100%' : '0 -50%' };
}

/** Start and length along the direction of writing, in percent: `position` places the anchor, `size` limits the length. */
function extent({ position, positionAlign = 'auto', size, align }: ActiveCue): { start: number; length: number } {
  const anchor = positionAlign === 'auto' ? ANCHOR_OF_ALIGN[align] : positionAlign;
  const at = position === 'auto' ? PLACE_OF_ALIGN[align] : position;
  const room = { 'line-left': 100 - at, 'line-right': at, center: Math.min(at, 100 - at) * 2 }[anchor];
  const length = Math.min(size, room);
  return { start: at - { 'line-left': 0, 'line-right': length, center: length / 2 }[anchor], length };
}

const ANCHOR_OF_ALIGN = {
  start: 'line-left',
  left: 'line-left',
  center: 'center',
  end: 'line-right',
  right: 'line-right',
} as const;
const PLACE_OF_ALIGN = { start: 0, left: 0, center: 50, end: 100, right: 100 } as const;
