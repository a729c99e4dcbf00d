import type { Chapter, Storyboard } from '../../../../protocol/provider/player-response.ts';
import { mediaAddress } from '../media-address.ts';
import { mediaTarget } from '../media-target.ts';
import { MediaFault, type MediaFolder } from './media-folder.ts';
import { readCues } from './web-vtt.ts';

/** Captions, chapters and storyboards: files in WebVTT. */

export async function readWebVtt(reference: string, media: MediaFolder): Promise<string> {
  const text = await media.readText(reference);
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return text;
  const isSubRip = /\.srt$/i.test(reference) || /^\s*\d+\s*\r?\n\d\d:\d\d:\d\d,\d{3} -->/.test(text);
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  const mend = isSubRip
    ? `It is SubRip: make a file with ffmpeg -i ${name} ${name.replace(/\.\w+$/, '')}.vtt, and name that one`
    : 'Its first line has to be WEBVTT';
  throw new MediaFault(`media/${reference} is no WebVTT. ${mend}`);
}

export async function readChapters(reference: string, media: MediaFolder): Promise<Chapter[]> {
  const cues = readCues(await readWebVtt(reference, media));
  return cues.map((cue) => ({ title: cue.text, startSeconds: cue.startSeconds }));
}

const TILE = /^([^#\s]+)#xywh=(\d+),(\d+),(\d+),(\d+)$/;

/** One sprite whose cues have equal length, in rows from left to right. */
export async function readStoryboard(reference: string, media: MediaFolder): Promise<Storyboard> {
  const cues = readCues(await readWebVtt(reference, media));
  const tiles = cues.map((cue) => TILE.exec(cue.text));
  const [first] = tiles;
  const [firstCue] = cues;
  const [width, height] = [Number(first?.[4]), Number(first?.[5])];
  const isOneSprite = tiles.every((tile) => tile !== null && tile[1] === first?.[1]);
  if (!first || firstCue === undefined || !isOneSprite || width === 0 || height === 0)
    throw new MediaFault(`media/${reference} is not one sprite with cues of "image#xywh=x,y,width,height"`);
  const largest = (group: number): number =>
    tiles.reduce((maximum, tile) => Math.max(maximum, Number(tile?.[group])), 0);
  return {
    url: await spriteAddress(reference, String(first[1]), media),
    tileWidth: width,
    tileHeight: height,
    columns: Math.round(largest(2) / width) + 1,
    rows: Math.round(largest(3) / height) + 1,
    tileCount: tiles.length,
    intervalSeconds: firstCue.endSeconds - firstCue.startSeconds,
  };
}

async function spriteAddress(reference: string, image: string, media: MediaFolder): Promise<string> {
  const target = mediaTarget(reference, image);
  if (target.kind === 'outside') throw new MediaFault(`media/${reference} names ${image}, which is not below media/`);
  if (target.kind === 'elsewhere') return new URL(target.address, 'https://catalog.invalid').href;
  await media.check(target.reference);
  return mediaAddress(target.reference);
}
