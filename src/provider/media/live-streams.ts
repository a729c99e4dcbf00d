import { loadLiveStream, type LiveStream } from './live-stream.ts';

/** The live streams of a catalog by video id. */
export async function loadLiveStreams(
  mediaFolder: string,
  loops: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, LiveStream>> {
  const streams = new Map<string, LiveStream>();
  for (const [videoId, reference] of loops) streams.set(videoId, await loadLiveStream(mediaFolder, reference));
  return streams;
}
