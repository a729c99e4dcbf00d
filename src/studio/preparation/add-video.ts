import { stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CAPTION_FORMAT_NAMES } from '../../../protocol/provider/caption-formats.ts';
import type { Random } from '../../../protocol/runtime/clock.ts';
import { addressLines } from './address-lines.ts';
import { captionSource } from '../captions/caption-source.ts';
import { convertCaptionFile } from '../captions/publish-captions.ts';
import { interrupted, PreparationFault, withSystemReason } from '../preparation-fault.ts';
import { prepareVideo } from './prepare-video.ts';
import { ProgressLine } from './progress-line.ts';
import { probeVideo } from './probe-video.ts';
import { hourLines } from './hour-lines.ts';
import type { RunTool } from './run-tool.ts';
import { soundNamesAdvice, withSoundNames } from './sound-names.ts';
import { readCodecs } from './video-codecs.ts';

export const USAGE = `Adds a video to the catalog: npm run add -- FILE [options]
  --title TEXT      its title; else what the file says, else its name
  --id ID           eleven characters of A–Z a–z 0–9 _ -; else one is made up
  --captions FILE   ${CAPTION_FORMAT_NAMES}, named after its language (de.srt); may be repeated
  --captions-encoding NAME   of files that are not UTF-8, such as windows-1252; else it is found out
  --sound-names LIST   names of its tracks of sound in their order, such as "English,Director", or with languages,
                    "en:English,de:Kommentar"; else their titles in the file, or their languages
  --poster FILE     an image; else the first picture that is not black
  --codecs LIST     codecs of the pictures beside H.264, which stays: av1, hevc, vp9, with commas between them
  --copy            packages H.264 and AAC without encoding: fast, one quality
A run that was interrupted goes on where it was when the same command is given again.`;

export interface AddVideoOptions {
  readonly args: readonly string[];
  readonly catalogFolder: string;
  readonly run: RunTool;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Overwrites the current line; absent without a terminal. */
  readonly rewrite?: ((line: string) => void) | undefined;
  readonly now: () => number;
  readonly random: Random;
  readonly processId: number;
  /** Public origin of the server with its path prefix, if the settings name it. */
  readonly publicAddress?: string | undefined;
}

const OPTIONS = {
  title: { type: 'string' },
  id: { type: 'string' },
  captions: { type: 'string', multiple: true },
  'captions-encoding': { type: 'string' },
  'sound-names': { type: 'string' },
  poster: { type: 'string' },
  codecs: { type: 'string' },
  copy: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** `npm run add`. Returns whether the video is in the catalog. */
export async function addVideo(options: AddVideoOptions): Promise<boolean> {
  const { args, catalogFolder, run, signal, say, complain } = options;
  try {
    const { values, positionals } = readArguments(args);
    const [file, ...others] = positionals;
    if (values.help === true || file === undefined) {
      (values.help === true ? say : complain)(USAGE);
      return values.help === true;
    }
    if (others.length > 0) throw new PreparationFault(`One video at a time: ${positionals.join(', ')} are several.`);
    const path = resolve(file);
    await requireFile(path);
    for (const name of values.captions ?? []) await requireFile(resolve(name), '--captions');
    if (values.poster !== undefined) await requireFile(resolve(values.poster), '--poster');
    const captions = (values.captions ?? []).map((name) => captionSource(resolve(name), values['captions-encoding']));
    // Converts the captions only to find faults early: reading a long video takes minutes.
    for (const source of captions) await convertCaptionFile(source.path ?? '', source);
    const posterPath = values.poster === undefined ? undefined : resolve(values.poster);
    const codecs = values.codecs === undefined ? undefined : readCodecs(values.codecs);
    if (codecs !== undefined && codecs.length > 1 && values.copy === true)
      throw new PreparationFault('--codecs cannot be together with --copy, which encodes nothing.');
    const reading = new ProgressLine(options);
    const probed = await probeVideo(path, run, signal, (share) => reading.show('reading the file', share));
    const soundNames = values['sound-names'];
    const video = soundNames === undefined ? probed : withSoundNames(probed, soundNames);
    const title = values.title ?? video.title ?? basename(path, extname(path));
    const progress = new ProgressLine(options);
    const {
      file: made,
      remarks,
      rates,
    } = await prepareVideo({
      ...{ video, catalogFolder, title, captions, posterPath, run, signal },
      ...{ wantedId: values.id, generatedId: generatedId(options.random), processId: options.processId },
      ...{ codecs, copies: values.copy === true },
      onProgress: (step, share) => progress.show(step, share),
    });
    progress.end();
    const { id: videoId } = made;
    for (const remark of [...remarks, ...soundNamesAdvice(video)]) say(remark);
    say(`${title} is video ${videoId} of ${catalogFolder}, where all your videos are.`);
    for (const line of hourLines(rates)) say(line);
    for (const line of addressLines(made, options.publicAddress)) say(line);
    return true;
  } catch (error) {
    const fault = signal.aborted ? interrupted() : withSystemReason(error, catalogFolder);
    if (!(fault instanceof PreparationFault)) throw error;
    options.rewrite?.('');
    complain(fault.message);
    return false;
  }
}

/** Reports a missing file before other checks, such as the language in a captions name, can fail. */
async function requireFile(path: string, option?: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  const named = option === undefined ? path : `${path} (${option})`;
  if (stats === undefined) throw new PreparationFault(`There is no file ${named}.`);
  if (stats.isDirectory()) throw new PreparationFault(`${named} is a folder. Name a file in it.`);
}

/** Eight random bytes make an id of eleven characters. */
const generatedId = (random: Random): string => Buffer.from(random.bytes(8)).toString('base64url');

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new PreparationFault(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}
