import { cpuProfileOf } from '../trace/cpu-profile.ts';
import { findThreads, type Threads } from '../trace/find-threads.ts';
import { sessionOf, type Session } from '../trace/milestones.ts';
import { SourceNames } from '../trace/source-names.ts';
import type { Trace } from '../trace/trace-event.ts';
import { WorkNames } from '../trace/work-names.ts';

/** A trace with the threads, steps and names that every measure of it needs. */
export interface ReadRun {
  readonly trace: Trace;
  readonly threads: Threads;
  readonly session: Session;
  readonly names: WorkNames;
  readonly sources: SourceNames;
}

const WHOLE = { fromUs: Number.NEGATIVE_INFINITY, toUs: Number.POSITIVE_INFINITY };

/** `mapFolders` are the folders with the source maps of the build. */
export async function readRun(
  trace: Trace,
  isPlayer: (url: string) => boolean,
  mapFolders: readonly string[],
): Promise<ReadRun> {
  const threads = findThreads(trace, isPlayer);
  const urls = threads.all.flatMap((thread) =>
    [...(cpuProfileOf(trace.events, thread, WHOLE)?.nodes.values() ?? [])].map(({ callFrame }) => callFrame.url),
  );
  const sources = await SourceNames.load(urls, mapFolders);
  return { trace, threads, session: sessionOf(trace, threads), names: new WorkNames(sources), sources };
}
