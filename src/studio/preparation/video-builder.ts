import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import type { CopyPlan } from './copy-plan.ts';
import type { CaptionSource } from '../captions/caption-source.ts';
import { publishCaptions } from '../captions/publish-captions.ts';
import { loopSeconds } from '../../provider/streams/media-playlist.ts';
import { SOUND_NAME } from './encode-command.ts';
import { encodeVideo } from './encode-video.ts';
import { exists } from './exists.ts';
import { failureOf, faultOfFile, PreparationFault } from '../preparation-fault.ts';
import { damageRefusal, damageRemark, findDamage, mayBeDamage, type SourceDamage } from './source-damage.ts';
import type { Video } from './source-video.ts';
import { makePosterSizes } from './poster-sizes.ts';
import { writeMasterPlaylist, type RenditionRate } from './master-playlist.ts';
import {
  brightPictureCommand,
  firstPictureCommand,
  imageCommand,
  stillCommand,
  storyboardCommand,
  storyboardOf,
  storyboardVtt,
} from './picture-commands.ts';
import type { Rendition } from './renditions.ts';
import { readSegmentList } from './segment-list.ts';
import type { RunTool } from './run-tool.ts';
import { verifyTimes } from './verify-times.ts';

export interface VideoBuilderOptions {
  readonly video: Video;
  readonly videoId: string;
  readonly title: string;
  readonly captions: readonly CaptionSource[];
  /** Path of the operator's own poster. */
  readonly posterPath?: string | undefined;
  readonly copies: CopyPlan;
  /** Whether the home page lists the video; yes by default. */
  readonly isListed?: boolean;
  readonly run: RunTool;
  /** Receives the current step and the finished share of all work, 0 to 1. */
  readonly onProgress: (step: string, share: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** A video of the catalog, and remarks for its owner. */
export interface MadeVideo {
  readonly file: VideoFile;
  /** Parts of the source that were lost or left out, a sentence each. */
  readonly remarks: readonly string[];
  /** Rates of all qualities in all codecs. */
  readonly rates: readonly RenditionRate[];
}

/** Share of encoding in the progress: it takes nearly all of the time. */
const ENCODING_SHARE = 0.9;
/** Short side of the quality for browsers without MediaSource. */
const PLAIN_SHORT_SIDE = 480;
/** File name of the still picture of a sound-only file, which is not published. */
const STILL = 'still.png';
/** A video may be this much shorter than its file declares, because headers are rounded. */
const MISSING_SECONDS = 1;
/** An error this close to the end of a truncated file is caused by the truncation. */
const END_SECONDS = 2;
/** File in the work folder that records errors of ffmpeg across interruptions. */
const COMPLAINTS = 'complaints';
/** Messages of ffmpeg 5 to 7 about a known codec without a decoder. */
const NO_DECODER = /Decoder .*not found|no decoder found|Decoding requested, but no decoder/i;

/** Makes the files of one video, step by step, in its folder. */
export class VideoBuilder {
  readonly #options: VideoBuilderOptions & { readonly folder: string; readonly workFolder: string };
  readonly #decode: RunTool;
  #complaintNoted: Promise<void> | undefined;

  /**
   * @param folder Existing folder in which all files are made.
   * @param workFolder Folder that keeps encoded segments until encoding is complete.
   */
  constructor(options: VideoBuilderOptions, folder: string, workFolder: string) {
    const run: RunTool = (program, tool) =>
      options.run(program, { ...tool, onErrorLine: (line) => this.#noteComplaint(line) });
    this.#options = { ...options, run, folder, workFolder };
    this.#decode = options.run;
  }

  async make(renditions: readonly Rendition[]): Promise<MadeVideo> {
    const { video, videoId, title, folder, isListed, onProgress } = this.#options;
    const hasSound = video.sounds.length > 0;
    // Captions come first, so that a fault in them is found before hours of encoding.
    const { captions, remarks } = await this.#captions();
    const rates = await this.#encoded(renditions);
    await this.#verify(renditions);
    // The plain file is made from the H.264 renditions, which every browser plays.
    const common = renditions.filter(({ codec }) => codec === 'h264');
    const lengthSeconds = await this.#madeSeconds(renditions, hasSound);
    const best = common.at(-1) as Rendition;
    const plain = common.findLast(({ width, height }) => Math.min(width, height) <= PLAIN_SHORT_SIDE) ?? best;
    onProgress('plain file', ENCODING_SHARE);
    const progressive = await this.#plainFile(plain, hasSound, lengthSeconds);
    onProgress('poster', 0.94);
    const posters = await this.#posters(best);
    await rm(join(folder, STILL), { force: true });
    onProgress('previews', 0.96);
    await this.#storyboard(common[0] as Rendition, lengthSeconds);
    await this.#listen();
    const chapters = video.chapters.filter(({ startSeconds }) => startSeconds < lengthSeconds);
    const file = VideoFile.parse({
      id: videoId,
      title,
      lengthSeconds: Math.round(lengthSeconds * 1_000) / 1_000,
      width: best.width,
      height: best.height,
      ...(isListed === false ? { isListed } : {}),
      ...(video.isSpherical ? { isSpherical: true } : {}),
      sources: { hls: `${videoId}/master.m3u8`, progressive: [progressive] },
      posters,
      captions,
      ...(chapters.length > 0 ? { chapters } : {}),
      storyboard: `${videoId}/storyboard.vtt`,
    });
    onProgress('looking for damage', 0.98);
    const lost = await this.#lost(lengthSeconds);
    return { file, remarks: [...lost, ...video.remarks, ...remarks], rates };
  }

  #noteComplaint(line: string): void {
    // A write error is ignored: on a full disk, encoding reports the failure itself.
    if (mayBeDamage(line))
      this.#complaintNoted ??= writeFile(join(this.#options.workFolder, COMPLAINTS), line).catch(() => undefined);
  }

  /** Remarks about parts that could not be read or decoded. */
  async #lost(lengthSeconds: number): Promise<string[]> {
    const declaredSeconds = this.#options.video.declaredSeconds ?? 0;
    const [said, read] = [declaredSeconds, lengthSeconds].map((seconds) => seconds.toFixed(1));
    const isShort = declaredSeconds - lengthSeconds > MISSING_SECONDS;
    const damage = await this.#damage();
    const isCutOff = damage === null || (damage.isCutOff && damage.firstSeconds > lengthSeconds - END_SECONDS);
    if (!isCutOff) return [damageRemark(damage), ...(isShort ? [`It says ${said} s, and ${read} s can be read.`] : [])];
    if (!isShort) return [];
    return [`The file is cut off: it says ${said} s, and ${read} s can be read. Copy it again if you have it whole.`];
  }

  /** Decodes the file again if ffmpeg reported errors, in this run or in an interrupted run. */
  async #damage(): Promise<SourceDamage | null> {
    const { video, workFolder, signal } = this.#options;
    await this.#complaintNoted;
    return (await exists(join(workFolder, COMPLAINTS))) ? findDamage(video, this.#decode, signal) : null;
  }

  /** Encodes the renditions. If damage of the file explains a failure, the fault says so. */
  async #encoded(renditions: readonly Rendition[]): Promise<RenditionRate[]> {
    const { video, folder, signal } = this.#options;
    try {
      await this.#encode(renditions);
      return await writeMasterPlaylist(folder, renditions, video);
    } catch (error) {
      const failure = failureOf(error, signal);
      if (NO_DECODER.test(failure.message))
        throw new PreparationFault(
          `This ffmpeg cannot decode the picture (${video.picture?.codec}). Install one that is built with its decoder, or save the video as H.264 with the program that made it.`,
        );
      const damage = await findDamage(video, this.#decode, signal);
      throw damage === null ? failure : faultOfFile(damageRefusal(damage, failure.message));
    }
  }

  /** Fails on a difference from the source that its damage does not explain: lost pictures or sound would go unnoticed. */
  async #verify(renditions: readonly Rendition[]): Promise<void> {
    const { video, folder, signal } = this.#options;
    const faults = await verifyTimes({ video, folder, renditions, run: this.#decode, signal });
    if (faults.length === 0) return;
    throw new PreparationFault(
      `What was made is not what the file has, though nothing in it is damaged. ${faults.join(' ')} Nothing was added. Save the file as MP4 with the program that plays it, and please report it.`,
    );
  }

  async #encode(renditions: readonly Rendition[]): Promise<void> {
    const { video, folder, workFolder, copies, run, signal, onProgress } = this.#options;
    const stillPath = video.picture === null ? join(folder, STILL) : null;
    if (stillPath !== null) await this.#run(stillCommand(video, STILL));
    await encodeVideo({
      ...{ video, renditions, stillPath, copies, run, signal, workFolder },
      target: folder,
      onProgress: (share) => onProgress('encoding', ENCODING_SHARE * share),
    });
  }

  /** Length of the encoded video; the file's own length is wrong if the file is truncated. */
  async #madeSeconds(renditions: readonly Rendition[], hasSound: boolean): Promise<number> {
    const names = [...renditions.slice(0, 1).map(({ name }) => name), ...(hasSound ? [SOUND_NAME] : [])];
    const lists = await Promise.all(
      names.map((name) => readSegmentList(join(this.#options.folder, name, 'index.m3u8'))),
    );
    return Math.max(...lists.map(loopSeconds));
  }

  /** Makes the plain MP4 with its index in front, so that it plays while it loads. */
  async #plainFile({ name, width, height }: Rendition, hasSound: boolean, lengthSeconds: number) {
    const { folder, videoId } = this.#options;
    const inputs = ['-i', `${name}/index.m3u8`, ...(hasSound ? ['-i', 'audio/index.m3u8'] : [])];
    const maps = ['-map', '0:v:0', ...(hasSound ? ['-map', '1:a:0'] : [])];
    const copied = ['-c', 'copy', '-movflags', '+faststart', '-map_metadata', '-1', 'plain.mp4'];
    await this.#run([...inputs, ...maps, ...copied]);
    const { size } = await stat(join(folder, 'plain.mp4'));
    const bitrate = Math.ceil((size * 8) / lengthSeconds);
    return { url: `${videoId}/plain.mp4`, mimeType: 'video/mp4', width, height, bitrate };
  }

  async #posters({ width, height }: Rendition) {
    const { folder, videoId, video, posterPath } = this.#options;
    const source = posterPath ?? (video.picture === null ? join(folder, STILL) : null);
    if (source === null) await this.#run(brightPictureCommand(video, 'poster.jpg'));
    // Uses the operator's poster, or the first picture of a video whose pictures are all black.
    if (!(await exists(join(folder, 'poster.jpg'))))
      await this.#run(source === null ? firstPictureCommand(video, 'poster.jpg') : imageCommand(source, 'poster.jpg'));
    return makePosterSizes({ folder, videoId, width, height, run: (args) => this.#run(args) });
  }

  async #storyboard(lowest: Rendition, lengthSeconds: number): Promise<void> {
    const { folder } = this.#options;
    const storyboard = storyboardOf(lengthSeconds, lowest);
    await this.#run(storyboardCommand(`${lowest.name}/index.m3u8`, storyboard, 'storyboard.jpg'));
    await writeFile(join(folder, 'storyboard.vtt'), storyboardVtt(storyboard, 'storyboard.jpg'));
  }

  /** Decodes copied sound to find its damage, because nothing else decodes it. */
  async #listen(): Promise<void> {
    const { video, copies, signal } = this.#options;
    for (const index of copies.sounds)
      await this.#run(['-i', `file:${video.path}`, '-map', `0:${index}`, '-f', 'null', '-']).catch((error: unknown) =>
        this.#noteComplaint(failureOf(error, signal).message),
      );
  }

  #captions() {
    const { video, captions, videoId, folder } = this.#options;
    return publishCaptions({
      ...{ video, videoId, folder },
      sources: [...captions, ...video.subtitles],
      run: (args) => this.#run(args),
    });
  }

  #run(args: readonly string[]): Promise<void> {
    const { run, folder, signal } = this.#options;
    return run('ffmpeg', { args, folder, signal });
  }
}
