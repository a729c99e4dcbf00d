import { join } from 'node:path';
import { soundNames } from './encode-command.ts';
import { readPacketTimes, type PacketTimes } from './packet-times.ts';
import type { Rendition } from './renditions.ts';
import type { RunTool } from './run-tool.ts';
import { decodeSource } from './source-damage.ts';
import type { Video } from './source-video.ts';
import { pictureDifference, soundDifference } from './time-differences.ts';
import { VIDEO_CODECS } from './video-codecs.ts';

export interface VerifyTimesOptions {
  readonly video: Video;
  /** Folder with a playlist for each rendition and sound track. */
  readonly folder: string;
  readonly renditions: readonly Rendition[];
  readonly run: RunTool;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns a sentence about each noticeable difference from the source that neither damage of the source nor a change of its pictures'
 * shape explains: without this check, lost pictures or sound would go unnoticed.
 */
export async function verifyTimes(options: VerifyTimesOptions): Promise<string[]> {
  if ((await compareTimes(options, [])).length === 0) return [];
  const { damage, shapeChanges } = await decodeSource(options.video, options.run, options.signal);
  return damage === null ? compareTimes(options, shapeChanges) : [];
}

/**
 * Compares packet times of the renditions with those of the source, even if ffmpeg reported success: each audio track, and video once
 * for each codec, because a single run encodes all qualities of a codec.
 */
async function compareTimes(options: VerifyTimesOptions, shapeChanges: readonly number[]): Promise<string[]> {
  const { video, folder, renditions, run, signal } = options;
  const { picture, sounds, times, isWronglyCounted } = video;
  const originSeconds = video.beginSeconds + video.originSeconds;
  const packetTimesOf = async (name: string): Promise<PacketTimes | undefined> =>
    (await readPacketTimes(join(folder, name, 'index.m3u8'), { run, signal })).get(0);
  const faults: string[] = [];
  const pictures = picture === null ? undefined : times.get(picture.index);
  for (const codec of VIDEO_CODECS) {
    const name = renditions.find((rendition) => rendition.codec === codec)?.name;
    if (name === undefined || pictures === undefined || pictures.times.length === 0) continue;
    const made = await packetTimesOf(name);
    const difference = pictureDifference({ source: pictures, originSeconds, made, shapeChanges });
    if (difference !== undefined) faults.push(`Of the pictures, ${difference}.`);
  }
  for (const [at, name] of soundNames(video).entries()) {
    const source = times.get(sounds[at]?.index ?? -1);
    if (source === undefined || source.times.length === 0) continue;
    const made = await packetTimesOf(name);
    const difference = soundDifference({ source, originSeconds, made, isWronglyCounted });
    if (difference !== undefined) faults.push(`Of the sound in stream ${sounds[at]?.index}, ${difference}.`);
  }
  return faults;
}
