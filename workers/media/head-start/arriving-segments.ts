import type { ArrivingPart } from '../../../protocol/media/media-worker.ts';

/** Bytes that arrive. */
export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Where responses came from, by the address of their request, if they were redirected: relative addresses count from there. */
interface Redirected {
  movedTo?: Map<string, string> | undefined;
}

/** Requests of the page's inline script, by absolute address of the part; each is taken once. */
export type ArrivingSegments = Map<string, ByteStream> & Redirected;

/**
 * Responses that need not be requested again: texts, bytes, or bytes that still arrive, by absolute address of the
 * part.
 */
export type KeptResponses = Map<string, string | ArrayBuffer | ByteStream> & Redirected;

export function arrivingSegments(urls: readonly string[], ports: readonly MessagePort[]): ArrivingSegments {
  const movedTo = new Map<string, string>();
  const streams = ports.map((port, index): [string, ByteStream] => {
    const url = urls[index] ?? '';
    return [url, streamFrom(port, (address) => movedTo.set(url, address))];
  });
  return Object.assign(new Map(streams), { movedTo });
}

function streamFrom(port: MessagePort, onMoved: (address: string) => void): ByteStream {
  return new ReadableStream({
    start(controller) {
      port.addEventListener('message', ({ data }: MessageEvent<ArrivingPart>) => {
        if (data instanceof Uint8Array) return controller.enqueue(data);
        if (typeof data === 'object') return onMoved(data.movedTo);
        if (data === 'end') controller.close();
        else controller.error(new Error(data));
        port.close();
      });
      port.start();
    },
  });
}
