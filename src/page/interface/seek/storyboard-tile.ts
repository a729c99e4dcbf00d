import type { Storyboard } from '../../../../protocol/provider/player-response.ts';

export interface StoryboardTile {
  /** Top left corner in the sprite, pixels. */
  readonly leftPixels: number;
  readonly topPixels: number;
}

/** The tile of a sprite that shows a moment; past the last tile, the last tile. */
export function storyboardTile(storyboard: Storyboard, seconds: number): StoryboardTile {
  const { intervalSeconds, tileCount, columns, tileWidth, tileHeight } = storyboard;
  const wanted = intervalSeconds > 0 ? Math.floor(seconds / intervalSeconds) : 0;
  const index = Math.min(Math.max(0, tileCount - 1), Math.max(0, wanted));
  return { leftPixels: (index % columns) * tileWidth, topPixels: Math.floor(index / columns) * tileHeight };
}
