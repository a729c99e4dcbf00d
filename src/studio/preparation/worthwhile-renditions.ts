import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { failureOf } from '../preparation-fault.ts';
import type { RunTool } from './run-tool.ts';
import type { Rendition } from './renditions.ts';
import type { Video } from './source-video.ts';

export interface WorthwhileOptions {
  readonly video: Pick<Video, 'path' | 'lengthSeconds' | 'picture'>;
  /** Renditions of all codecs; those of the same size are kept or left out together. */
  readonly renditions: readonly Rendition[];
  readonly run: RunTool;
  readonly signal?: AbortSignal | undefined;
  /** File that keeps the result for a run that resumes this one. */
  readonly keptAs: string;
}

export interface Worthwhile {
  readonly renditions: readonly Rendition[];
  /** A sentence about each size that is left out. */
  readonly remarks: readonly string[];
}

type Size = Pick<Rendition, 'width' | 'height'>;

/** Shares of the length at which pictures are compared. */
const SAMPLE_SHARES = [0.1, 0.3, 0.5, 0.7, 0.9] as const;
/**
 * Structural similarity of the brightness, 0 to 1, from which no difference is visible. Video of 480 lines that was enlarged to 1080 lines
 * has at least 0.9987 between 480, 720 and 1080; sharp video, a test card and the demo video have at most 0.9978 where they differ
 * most.
 */
const ALIKE = 0.9985;

/**
 * Leaves out qualities that show no more detail than the next lower quality, as in a video that was enlarged before. Comparing a few
 * pictures that are scaled down and up again takes seconds; encoding such a quality takes minutes, and wastes viewers' data.
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
    // A failure is ignored here: encoding fails for the same reason, and reports it.
    await run('ffmpeg', { args, signal, onLine }).catch((error: unknown) => failureOf(error, signal));
  }
  // A quality stays if it could not be compared, as in a damaged file or one shorter than it declares.
  return sizes
    .slice(1)
    .filter((_, pair) => (likenesses.get(pair) ?? 0) >= ALIKE)
    .map(nameOf);
}

/** Prints, for each pair of neighbouring sizes, the similarity of the smaller to the larger, then the number of the pair. */
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
