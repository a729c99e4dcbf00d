import type { Storyboard } from '../../../../protocol/provider/player-response.ts';

/** Room that the bar and the buttons below it need, and the label under the picture. */
const BAR_PIXELS = 76;
const LABEL_PIXELS = 48;
/** In a picture lower than this, the label lies upon the picture. */
const MIN_HEIGHT_PIXELS = 64;
/** Largest width of the preview, as a share of the frame: the video stays visible beside the preview. */
const WIDTH_SHARE_MAX = 0.5;

export interface PreviewSize {
  readonly width: number;
  readonly height: number;
  /** Factor from the size of a tile in the sprite to the size shown. */
  readonly scale: number;
  /** The label lies upon the picture. */
  readonly isCompact: boolean;
}

/** Size of the preview for a frame: as large as its tiles where there is room, else scaled to the room. */
export function previewSize(
  { tileWidth, tileHeight }: Pick<Storyboard, 'tileWidth' | 'tileHeight'>,
  { innerWidth, innerHeight }: { readonly innerWidth: number; readonly innerHeight: number },
): PreviewSize {
  const spacePixels = innerHeight - BAR_PIXELS;
  const isCompact = spacePixels - LABEL_PIXELS < Math.min(tileHeight, MIN_HEIGHT_PIXELS);
  const heightMax = Math.max(36, isCompact ? spacePixels - 4 : spacePixels - LABEL_PIXELS);
  const scale = Math.min(1, heightMax / tileHeight, (innerWidth * WIDTH_SHARE_MAX) / tileWidth);
  return { width: tileWidth * scale, height: tileHeight * scale, scale, isCompact };
}
