import type { ArrivingPart } from '../../../protocol/media/media-worker.ts';

/** Bytes of a response while they arrive. */
export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Requests of the page's inline script, by absolute address of the part; each response is used once. */
export type ArrivingSegments = Map<string, ByteStream>;

/**
 * Responses that need not be requested again: texts, bytes, or bytes that still arrive, by absolute address of the
 * part.
 */
export type KeptResponses = Map<string, string | ArrayBuffer | ByteStream> & {
  /** Final addresses of redirected playlists, by the address of their request: relative addresses resolve against these. */
  movedTo?: Map<string, string>;
};

export function arrivingSegments(urls: readonly string[], ports: readonly MessagePort[]): ArrivingSegments {
  return new Map(ports.map((port, index) => [urls[index] ?? '', streamFrom(port)]));
}

function streamFrom(port: MessagePort): ByteStream {
  return new ReadableStream({
    start(controller) {
      port.addEventListener('message', ({ data }: MessageEvent<ArrivingPart>) => {
        if (data instanceof Uint8Array) return controller.enqueue(data);
        if (data === 'end') controller.close();
        else controller.error(new Error(data));
        port.close();
      });
      port.start();
    },
  });
}
