import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { failureOf } from '../preparation-fault.ts';
import type { RunTool } from './run-tool.ts';
import type { Rendition } from './renditions.ts';
import type { Video } from './source-video.ts';

export interface WorthwhileOptions {
  readonly video: Pick<Video, 'path' | 'lengthSeconds' | 'picture'>;
  /** For all codecs; those with the same size stay or go together. */
  readonly renditions: readonly Rendition[];
  readonly run: RunTool;
  readonly signal?: AbortSignal | undefined;
  /** File of the result: a run that resumes an interrupted run begins with it. */
  readonly keptAs: string;
}

export interface Worthwhile {
  readonly renditions: readonly Rendition[];
  /** Sizes that are left out, a sentence each. */
  readonly remarks: readonly string[];
}

type Size = Pick<Rendition, 'width' | 'height'>;

/** Shares of the length at which pictures are compared. */
const SAMPLE_SHARES = [0.1, 0.3, 0.5, 0.7, 0.9] as const;
/**
 * Structural similarity of the brightness, 0 to 1, from which no difference is seen. Pictures of 480 lines that were made
 * 1080 lines high have 0.9987 and more between 480, 720 and 1080; sharp ones, a test card and the demo video at most 0.9978 in
 * the place where they differ most.
 */
const ALIKE = 0.9985;

/**
 * Leaves out qualities that show no more than the next lower one: those of a video that was enlarged before. A few pictures are
 * scaled down and up again, which costs seconds, where encoding would cost minutes, and viewers their data.
 */
export async function worthwhileRenditions(options: WorthwhileOptions): Promise<Worthwhile> {
  const { renditions, keptAs } = options;
  const kept = await readFile(keptAs, 'utf8').then(
    (text) => Names.parse(JSON.parse(text)),
    () => undefined,
  );
  const leftOut = kept ?? (await namesOfAlike(options));
  if (kept === undefined) await writeFile(keptAs, JSON.stringify(leftOut));
  return {
    renditions: renditions.filter((rendition) => !leftOut.includes(nameOf(rendition))),
    remarks: leftOut.map((name) => `${name} is left out: it would show no more than the quality below.`),
  };
}

const Names = z.array(z.string());

const nameOf = ({ width, height }: Size): string => `${width}×${height}`;

async function namesOfAlike({ video, renditions, run, signal }: WorthwhileOptions): Promise<string[]> {
  const sizes = renditions.filter(({ codec }) => codec === 'h264');
  const { picture } = video;
  if (picture === null || sizes.length < 2) return [];
  const likenesses = new Map<number, number>();
  for (const share of SAMPLE_SHARES) {
    let likeness = 0;
    const args = compareCommand(video.path, picture.index, share * video.lengthSeconds, sizes);
    const onLine = (line: string): void => {
      const [name, value] = line.split('=');
      if (name === 'lavfi.ssim.Y') likeness = Number(value);
      if (name === 'pair') likenesses.set(Number(value), Math.min(likenesses.get(Number(value)) ?? 1, likeness));
    };
    // Encoding fails for the same reason, and says it.
    await run('ffmpeg', { args, signal, onLine }).catch((error: unknown) => failureOf(error, signal));
  }
  // Without a comparison, as where a file is damaged or shorter than it says, a quality stays.
  return sizes
    .slice(1)
    .filter((_, pair) => (likenesses.get(pair) ?? 0) >= ALIKE)
    .map(nameOf);
}

/** Prints for each pair of neighbouring sizes how much the smaller one is like the larger one, then the number of the pair. */
function compareCommand(path: string, index: number, atSeconds: number, sizes: readonly Size[]): string[] {
  const pairs = sizes.slice(1).map((high, pair) => ({ pair, high, low: sizes[pair] ?? high }));
  const scale = ({ width, height }: Size): string => `scale=${width}:${height}:flags=bicubic,setsar=1`;
  const graph = [
    `[0:${index}]format=yuv420p,split=${pairs.length * 2}${pairs.map(({ pair }) => `[a${pair}][b${pair}]`).join('')}`,
    ...pairs.flatMap(({ pair, low, high }) => [
      `[a${pair}]${scale(high)}[high${pair}]`,
      `[b${pair}]${scale(low)},${scale(high)}[low${pair}]`,
      `[low${pair}][high${pair}]ssim,metadata=add:key=pair:value=${pair},metadata=print:file=-[out${pair}]`,
    ]),
  ];
  const outputs = pairs.flatMap(({ pair }) => ['-map', `[out${pair}]`, '-frames:v', '1', '-f', 'null', '-']);
  return ['-ss', atSeconds.toFixed(3), '-i', `file:${path}`, '-filter_complex', graph.join(';'), ...outputs];
}
