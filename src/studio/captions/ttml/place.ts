import type { TtmlDocument } from 'imsc/src/main/js/doc.js';
import { settingsOfPlace } from '../cue-text.ts';
import { byWord, styleOf, type Style } from './styles.ts';

const COLUMNS: Readonly<Record<string, number>> = { left: 1, start: 1, center: 2, right: 3, end: 3 };
const RIGHT_TO_LEFT_COLUMNS = { ...COLUMNS, start: 3, end: 1 };
const CENTRE = 2;
const VERTICAL: Readonly<Record<string, string>> = { tbrl: 'vertical:rl', tb: 'vertical:rl', tblr: 'vertical:lr' };
/** Borders between the thirds of the picture. */
const FIRST_SHARE = 1 / 3;
const SECOND_SHARE = 2 / 3;
/** A wider region is no column of its own: its text alignment decides. */
const COLUMN_MAX_SHARE = 0.6;

/** Cue settings of WebVTT for a region and the alignment in it: one of nine places, or vertical text. */
export function settingsOf(style: Style, region: Style | undefined, document: TtmlDocument): string {
  const vertical = byWord(VERTICAL, region === undefined ? undefined : styleOf(region, 'writingMode'));
  if (vertical !== undefined) return vertical;
  const { top, height, left, width } = boxOf(region ?? {}, document);
  const align = region === undefined ? 'after' : styleOf(region, 'displayAlign');
  const row = align === 'after' ? top + height : align === 'center' ? top + height / 2 : top;
  const centre = left + width / 2;
  const column = width > COLUMN_MAX_SHARE ? CENTRE : centre < FIRST_SHARE ? 1 : centre < SECOND_SHARE ? CENTRE : 3;
  const columns = styleOf(style, 'direction') === 'rtl' ? RIGHT_TO_LEFT_COLUMNS : COLUMNS;
  const aligned = column === CENTRE ? (byWord(columns, styleOf(style, 'textAlign')) ?? CENTRE) : column;
  return settingsOfPlace((row < FIRST_SHARE ? 6 : row < SECOND_SHARE ? 3 : 0) + aligned);
}

/** The region's box as shares of the picture. A region in pixels counts as at the bottom if the picture's size is unknown. */
function boxOf(region: Style, { cellLength, pxLength }: TtmlDocument) {
  const units = {
    h: { '%': 1 / 100, px: pxLength.h?.rh, c: cellLength.h?.rh },
    w: { '%': 1 / 100, px: pxLength.w?.rw, c: cellLength.w?.rw },
  };
  const shareOf = (name: 'origin' | 'extent', side: 'h' | 'w', otherwise: number): number => {
    const lengths = styleOf(region, name);
    if (typeof lengths !== 'object' || lengths === null || !('h' in lengths)) return otherwise;
    const unit = (units[side] as Readonly<Record<string, number | undefined>>)[lengths[side].unit];
    return unit === undefined ? Number.NaN : lengths[side].value * unit;
  };
  const [top, left] = [shareOf('origin', 'h', 0), shareOf('origin', 'w', 0)];
  const box = { top, left, height: shareOf('extent', 'h', 1 - top), width: shareOf('extent', 'w', 1 - left) };
  return Object.values(box).some(Number.isNaN) ? { top: 1, left: 0, height: 0, width: 1 } : box;
}
