import type { Chapter, Storyboard } from '../../../../protocol/provider/player.ts';
import { isAbsolute, mediaAddress } from '../media-address.ts';
import { readCues } from './web-vtt.ts';

/** Chapters and storyboards that are written as WebVTT. */

export function readChapters(vtt: string): Chapter[] {
  return readCues(vtt).map((cue) => ({ title: cue.text, startSeconds: cue.startSeconds }));
}

const TILE = /^([^#\s]+)#xywh=(\d+),(\d+),(\d+),(\d+)$/;

/** One sprite whose cues have equal length, in rows from left to right. `undefined` when the file is not that. */
export function readStoryboard(vtt: string, reference: string): Storyboard | undefined {
  const cues = readCues(vtt);
  const tiles = cues.map((cue) => TILE.exec(cue.text));
  const [first] = tiles;
  const [firstCue] = cues;
  if (!first || firstCue === undefined || tiles.some((tile) => tile?.[1] !== first[1])) return undefined;
  const [width, height] = [Number(first[4]), Number(first[5])];
  if (width === 0 || height === 0) return undefined;
  const largest = (group: number): number => Math.max(...tiles.map((tile) => Number(tile?.[group])));
  return {
    url: mediaAddress(besides(reference, String(first[1]))),
    tileWidth: width,
    tileHeight: height,
    columns: Math.round(largest(2) / width) + 1,
    rows: Math.round(largest(3) / height) + 1,
    tileCount: tiles.length,
    intervalSeconds: firstCue.endSeconds - firstCue.startSeconds,
  };
}

/** Stands for the folder, so that paths resolve as they do in a browser. */
const CATALOG = 'http://catalog.invalid/';

/** A path relative to the folder of another; an absolute address stays what it is. */
export function besides(reference: string, relative: string): string {
  if (isAbsolute(relative) || !URL.canParse(relative, CATALOG)) return relative;
  const path = new URL(relative, new URL(reference, CATALOG)).pathname.slice(1);
  try {
    return decodeURIComponent(path);
  } catch {
    /** A file name with a percent sign of its own. */
    return path;
  }
}
