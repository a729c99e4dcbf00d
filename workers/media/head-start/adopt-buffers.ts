import type { StartedStream } from './head-start.ts';

/**
 * Makes a source return its existing buffers, the first time each kind is requested. hls.js adds buffers to a source; it does not
 * support a source that is already playing.
 */
export function adoptBuffers({ mediaSource, buffers }: StartedStream): void {
  const waiting = new Map(buffers);
  const addSourceBuffer = mediaSource.addSourceBuffer.bind(mediaSource);
  mediaSource.addSourceBuffer = (mimeType) => {
    const kind = mimeType.startsWith('video/') ? 'video' : 'audio';
    const existing = waiting.get(kind);
    if (existing === undefined) return addSourceBuffer(mimeType);
    waiting.delete(kind);
    // hls.js may write the same codecs in another letter case or order.
    const isSame = compact(existing.mimeType) === compact(mimeType);
    if (!isSame) existing.buffer.changeType(mimeType);
    return existing.buffer;
  };
}

function compact(mimeType: string): string {
  return (mimeType.toLowerCase().match(/[^\s;,"]+/g) ?? []).sort().join();
}
