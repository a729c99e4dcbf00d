import type { CSSProperties } from 'react';
import type { Chapter, Storyboard } from '../../../../protocol/provider/player-response.ts';
import { storyboardTile } from '../seek/storyboard-tile.ts';

/** The moment that represents a chapter: the first tile that begins inside, since the tile before may show the previous chapter. */
export function pictureSeconds(
  { startSeconds }: Chapter,
  endSeconds: number,
  { intervalSeconds }: Pick<Storyboard, 'intervalSeconds'>,
): number {
  if (intervalSeconds <= 0) return startSeconds;
  const firstTileSeconds = Math.ceil(startSeconds / intervalSeconds) * intervalSeconds;
  return firstTileSeconds < endSeconds ? firstTileSeconds : startSeconds;
}

/** Shows a tile as the background of a box of any size: the tile is placed in percent. */
export function pictureStyle(storyboard: Storyboard, seconds: number): CSSProperties {
  const { url, columns, rows, tileWidth, tileHeight } = storyboard;
  const { leftPixels, topPixels } = storyboardTile(storyboard, seconds);
  const percent = (pixels: number, tilePixels: number, count: number): number =>
    count > 1 ? (pixels / (tilePixels * (count - 1))) * 100 : 0;
  return {
    aspectRatio: `${tileWidth} / ${tileHeight}`,
    backgroundImage: `url("${encodeURI(url)}")`,
    backgroundPosition: `${percent(leftPixels, tileWidth, columns)}% ${percent(topPixels, tileHeight, rows)}%`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
  };
}
