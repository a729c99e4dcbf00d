import type { ArrivingPart } from '../../../protocol/media/media-worker.ts';

/** Segments requested by the page's inline script, by absolute address; each is taken once. */
export type ArrivingSegments = Map<string, ReadableStream<Uint8Array<ArrayBuffer>>>;

export function arrivingSegments(urls: readonly string[], ports: readonly MessagePort[]): ArrivingSegments {
  return new Map(ports.map((port, index) => [urls[index] ?? '', streamFrom(port)]));
}

function streamFrom(port: MessagePort): ReadableStream<Uint8Array<ArrayBuffer>> {
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
