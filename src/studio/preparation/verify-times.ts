import { join } from 'node:path';
import { soundNames } from './encode-command.ts';
import { readPacketTimes, type PacketTimes } from './packet-times.ts';
import type { Rendition } from './renditions.ts';
import type { RunTool } from './run-tool.ts';
import type { Video } from './source-video.ts';
import { pictureDifference, soundDifference } from './time-differences.ts';
import { VIDEO_CODECS } from './video-codecs.ts';

export interface VerifyTimesOptions {
  readonly video: Video;
  /** Has a playlist for each rendition and sound. */
  readonly folder: string;
  readonly renditions: readonly Rendition[];
  /** Times at which the shape of the pictures changes, if these are known. */
  readonly shapeChanges?: readonly number[];
  readonly run: RunTool;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Compares packet times of the renditions with those of the source, even if ffmpeg reported success: video once for each codec, since one
 * run encodes all its qualities, and each audio track. Returns a sentence about each difference that a viewer would notice.
 */
export async function verifyTimes(options: VerifyTimesOptions): Promise<string[]> {
  const { video, folder, renditions, shapeChanges, run, signal } = options;
  const { picture, sounds, times } = video;
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
    const difference = soundDifference({ source, originSeconds, made: await packetTimesOf(name) });
    if (difference !== undefined) faults.push(`Of the sound in stream ${sounds[at]?.index}, ${difference}.`);
  }
  return faults;
}
