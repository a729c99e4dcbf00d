import { extname } from 'node:path';
import { CAPTION_EXTENSIONS } from '../../../../protocol/provider/caption-formats.ts';
import type { Chapter, Storyboard } from '../../../../protocol/provider/player-response.ts';
import { plainText } from '../../captions/plain-text.ts';
import { isWebVtt, readCues, type Cue } from '../../captions/web-vtt.ts';
import { mediaAddress } from '../media-address.ts';
import { mediaTarget } from '../media-target.ts';
import { quoted } from './file-index.ts';
import { MediaFault, type MediaFolder } from './media-folder.ts';

/** Captions, chapters and storyboards: files in WebVTT. */

/** UTF-16 that was read as UTF-8: letters of two bytes each. */
const WIDE = /^(?:\uFFFD\uFFFD)?\0?(?:[\n\r\t -~]\0){3}/;

export async function readWebVtt(reference: string, media: MediaFolder): Promise<string> {
  const text = await media.readText(reference);
  if (WIDE.test(text))
    throw new MediaFault(`media/${reference} is UTF-16, and players read UTF-8. ${convert(reference)}`);
  if (!isWebVtt(text)) throw new MediaFault(`media/${reference} is no WebVTT. ${mendOf(reference, text)}`);
  return text;
}

const convert = (reference: string): string => `Mend it: npm run videos -- captions ${quoted(`media/${reference}`)}`;

function mendOf(reference: string, text: string): string {
  const extension = extname(reference).toLowerCase();
  const isOther =
    (extension !== '.vtt' && CAPTION_EXTENSIONS.includes(extension)) ||
    /^\s*\d+\s*\r?\n\d\d:\d\d:\d\d,\d{3} -->/.test(text);
  return isOther
    ? `It is of another kind: make WebVTT of it with npm run videos -- captions ${quoted(`media/${reference}`)}, and name that file`
    : 'Its first line has to be WEBVTT';
}

/** Replacement character of bytes that are no UTF-8. */
const NOT_UNICODE = '\uFFFD';

/**
 * Checks captions without changing them: the player reads them by the same rules. Throws if no cue can be read.
 * Returns sentences about text that viewers see wrong or not at all.
 */
export async function checkCaptions(reference: string, media: MediaFolder): Promise<string[]> {
  const text = await readWebVtt(reference, media);
  const { cues, faults } = readCues(text);
  const [first] = faults;
  if (cues.length === 0 && first !== undefined)
    throw new MediaFault(`media/${reference}:${first.line} cannot be read: ${first.text}`);
  const others = faults.length > 1 ? `; ${faults.length - 1} more in this file` : '';
  return [
    ...encodingRemarks(reference, text),
    ...(first === undefined ? [] : [`media/${reference}:${first.line} is not shown: ${first.text}${others}`]),
  ];
}

const encodingRemarks = (reference: string, text: string): string[] =>
  text.includes(NOT_UNICODE)
    ? [`media/${reference} is not UTF-8, so letters of it are shown wrong. ${convert(reference)}`]
    : [];

/** @param warn Receives a sentence if titles are shown wrong. */
export async function readChapters(
  reference: string,
  media: MediaFolder,
  warn?: (text: string) => void,
): Promise<Chapter[]> {
  const text = await readWebVtt(reference, media);
  for (const remark of encodingRemarks(reference, text)) warn?.(remark);
  const { cues } = readCues(text);
  return cues.map((cue) => ({ title: plainText(cue.text), startSeconds: cue.startSeconds }));
}

/** A media fragment in pixels, which are the default unit. */
const TILE = /^([^#\s]+)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/;

interface Tile {
  readonly line: number;
  readonly image: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Reads a storyboard: one sprite whose cues have equal length, in rows from left to right. */
export async function readStoryboard(reference: string, media: MediaFolder): Promise<Storyboard> {
  const { cues } = readCues(await readWebVtt(reference, media));
  const tiles = cues.map((cue) => tileOf(cue, reference));
  const [first] = tiles;
  const [firstCue] = cues;
  if (first === undefined || firstCue === undefined)
    throw new MediaFault(`media/${reference} has no cue of "image#xywh=x,y,width,height"`);
  const other = tiles.find(({ image }) => image !== first.image);
  if (other !== undefined)
    throw new MediaFault(
      `media/${reference}:${other.line} names ${other.image} besides ${first.image}: previews come from one image. Join them into one`,
    );
  const { width, height } = first;
  const largest = (side: 'x' | 'y'): number => tiles.reduce((maximum, tile) => Math.max(maximum, tile[side]), 0);
  return {
    url: await spriteAddress(reference, first.image, media),
    tileWidth: width,
    tileHeight: height,
    columns: Math.round(largest('x') / width) + 1,
    rows: Math.round(largest('y') / height) + 1,
    tileCount: tiles.length,
    intervalSeconds: firstCue.endSeconds - firstCue.startSeconds,
  };
}

function tileOf({ line, text }: Cue, reference: string): Tile {
  const [, image, ...numbers] = TILE.exec(text.trim()) ?? [];
  const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
  if (image === undefined || width === 0 || height === 0)
    throw new MediaFault(`media/${reference}:${line} is no cue of "image#xywh=x,y,width,height" in pixels`);
  return { line, image, x, y, width, height };
}

async function spriteAddress(reference: string, image: string, media: MediaFolder): Promise<string> {
  const target = mediaTarget(reference, image);
  if (target.kind === 'outside') throw new MediaFault(`media/${reference} names ${image}, which is not below media/`);
  if (target.kind === 'elsewhere') return new URL(target.address, 'https://catalog.invalid').href;
  await media.check(target.reference);
  return mediaAddress(target.reference);
}
