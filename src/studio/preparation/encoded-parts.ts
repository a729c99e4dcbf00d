import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedSegment } from '../../../protocol/runtime/media/media-playlist.ts';
import { exists } from './exists.ts';
import { playlistOf, readMeasuredList, readPart, readSegmentList, type SegmentList } from './segment-list.ts';

/** Extent of the encoded pictures; the next run begins after them. */
export interface Encoded {
  readonly segmentCount: number;
  /** Time at which the first picture is shown. */
  readonly startSeconds: number;
  /** Time at which the last picture ends. */
  readonly seconds: number;
  readonly isWhole: boolean;
}

/** Result of one run of the encoder: segments from `firstSegment` on, for each rendition. */
interface Part {
  readonly firstSegment: number;
  readonly folder: string;
  readonly lists: readonly SegmentList[];
}

const PART = /^part-(\d+)$/;
const RUN = /^run-(\d+)$/;
const DIGITS = 5;
const segmentName = (index: number): string => `${String(index).padStart(DIGITS, '0')}.m4s`;

/**
 * The encoded pictures of a video from one or several runs of the encoder. Each run writes into `run-N`, where N is its first segment.
 * A killed run leaves complete segments, which its playlists list, and incomplete segments, which they do not list.
 */
export class EncodedParts {
  readonly #folder: string;
  readonly #renditions: readonly string[];

  constructor(folder: string, renditions: readonly string[]) {
    this.#folder = folder;
    this.#renditions = renditions;
  }

  /** Makes a folder for a run, with a subfolder for each rendition. */
  async begin({ segmentCount }: Encoded): Promise<string> {
    const folder = join(this.#folder, `run-${segmentCount}`);
    for (const rendition of this.#renditions) await mkdir(join(folder, rendition), { recursive: true });
    return folder;
  }

  /** Takes over the output of a successful run, whose folder {@link begin} made. */
  async finish({ segmentCount }: Encoded): Promise<void> {
    await this.#takeOver(segmentCount);
  }

  /**
   * Takes over the output of interrupted runs. Their folders are moved, so a killed encoder that has not exited yet cannot write
   * into them any more.
   */
  async collect(): Promise<Encoded> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const first = RUN.exec(name)?.[1];
      if (first === undefined) continue;
      for (const rendition of this.#renditions) await reopen(join(this.#folder, name, rendition, 'index.m3u8'));
      await this.#takeOver(Number(first));
    }
    const parts = await this.#parts();
    await this.#removeAllBut(parts);
    const last = parts.at(-1);
    const segments = segmentsOf(parts, 0);
    const startSeconds = await this.#startSeconds(parts[0]);
    return {
      segmentCount: segments.length,
      startSeconds,
      seconds: segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, startSeconds),
      isWhole: last?.lists.every(({ isFinished }) => isFinished) === true,
    };
  }

  /** Adds a finished run after all existing segments. */
  async append(run: string, { segmentCount }: Pick<Encoded, 'segmentCount'>): Promise<void> {
    await rename(run, join(this.#folder, `part-${segmentCount}`));
  }

  /** Adds a finished run before all existing segments. */
  async prepend(run: string, runSegments: number): Promise<void> {
    for (const { folder, firstSegment } of (await this.#parts()).toReversed())
      await rename(folder, join(this.#folder, `part-${firstSegment + runSegments}`));
    await rename(run, join(this.#folder, 'part-0'));
  }

  /** The first or the last segment of a rendition, with its init segment. */
  async edgeSegment(rendition: string, edge: 'first' | 'last'): Promise<{ init: string; segment: string } | undefined> {
    const at = edge === 'first' ? 0 : -1;
    const part = (await this.#parts()).at(at);
    const uri = part?.lists[this.#renditions.indexOf(rendition)]?.segments.at(at)?.uri;
    if (part === undefined || uri === undefined) return undefined;
    return { init: join(part.folder, rendition, 'init.mp4'), segment: join(part.folder, rendition, uri) };
  }

  /** Removes all parts, for encoders that cannot resume. */
  async discard(): Promise<void> {
    await this.collect();
    await this.#removeAllBut([]);
  }

  /** Moves all segments to their destination, with a playlist for each rendition. May be repeated after an interruption. */
  async join(target: string): Promise<void> {
    const parts = await this.#parts();
    const [first] = parts;
    if (first === undefined) return;
    for (const [index, rendition] of this.#renditions.entries()) {
      const segments = segmentsOf(parts, index);
      await mkdir(join(target, rendition), { recursive: true });
      await copyFile(join(first.folder, rendition, 'init.mp4'), join(target, rendition, 'init.mp4'));
      for (const { folder, firstSegment, lists } of parts)
        for (const [offset, { uri }] of (lists[index]?.segments ?? []).entries()) {
          const [from, to] = [
            join(folder, rendition, uri),
            join(target, rendition, segmentName(firstSegment + offset)),
          ];
          if (await exists(from)) await rename(from, to);
        }
      const named = segments.map(({ durationSeconds }, at) => ({ uri: segmentName(at), durationSeconds }));
      await writeFile(join(target, rendition, 'index.m3u8'), playlistOf(named));
    }
  }

  /** Parts without a gap between them; segments that some rendition lacks are left out. */
  async #parts(): Promise<Part[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const firsts = names.flatMap((name) => PART.exec(name)?.[1] ?? []).map(Number);
    const parts: Part[] = [];
    for (const firstSegment of firsts.toSorted((one, other) => one - other)) {
      const before = parts.at(-1);
      const expected = before === undefined ? 0 : before.firstSegment + (before.lists[0]?.segments.length ?? 0);
      const part = await this.#read(firstSegment);
      if (firstSegment !== expected || !(await this.#continues(part, parts[0]))) break;
      if ((part.lists[0]?.segments.length ?? 0) > 0) parts.push(part);
    }
    return parts;
  }

  async #takeOver(firstSegment: number): Promise<void> {
    const [run, part] = [join(this.#folder, `run-${firstSegment}`), join(this.#folder, `part-${firstSegment}`)];
    await mkdir(part, { recursive: true });
    for (const rendition of this.#renditions)
      if (await exists(join(run, rendition))) await rename(join(run, rendition), join(part, rendition));
    await rm(run, { recursive: true, force: true, maxRetries: 3 });
  }

  async #startSeconds(first: Part | undefined): Promise<number> {
    const uri = first?.lists[0]?.segments[0]?.uri;
    if (first === undefined || uri === undefined) return 0;
    return (await readPart(join(first.folder, this.#renditions[0] ?? ''), uri))?.startSeconds ?? 0;
  }

  async #removeAllBut(parts: readonly Part[]): Promise<void> {
    const kept = new Set(parts.map(({ folder }) => folder));
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const folder = join(this.#folder, name);
      if (PART.test(name) && !kept.has(folder)) await rm(folder, { recursive: true, force: true });
    }
  }

  async #read(firstSegment: number): Promise<Part> {
    const folder = join(this.#folder, `part-${firstSegment}`);
    const lists = await Promise.all(this.#renditions.map((rendition) => readMeasuredList(join(folder, rendition))));
    const count = Math.min(...lists.map(({ segments }) => segments.length));
    // A rendition with more segments than the others is finished only when the others are.
    const cut = lists.map((list) => ({
      segments: list.segments.slice(0, count),
      isFinished: list.isFinished && list.segments.length === count,
    }));
    return { firstSegment, folder, lists: cut };
  }

  /** Whether a part has the same init segments as the first part; another version of the encoder may write different ones. */
  async #continues({ folder }: Part, first: Part | undefined): Promise<boolean> {
    if (first === undefined) return true;
    for (const rendition of this.#renditions) {
      const [here, there] = [folder, first.folder].map((at) =>
        readFile(join(at, rendition, 'init.mp4')).catch(() => null),
      );
      if ((await here)?.equals((await there) ?? Buffer.alloc(0)) !== true) return false;
    }
    return true;
  }
}

/** Removes the last segment of a finished playlist: an encoder that is asked to end finishes its playlist with a truncated one. */
async function reopen(path: string): Promise<void> {
  const { segments, isFinished } = await readSegmentList(path);
  if (!isFinished) return;
  const text = await readFile(path, 'utf8');
  await writeFile(path, segments.length === 0 ? '' : text.slice(0, text.lastIndexOf('#EXTINF')));
}

function segmentsOf(parts: readonly Part[], rendition: number): ListedSegment[] {
  return parts.flatMap(({ lists }) => lists[rendition]?.segments ?? []);
}
