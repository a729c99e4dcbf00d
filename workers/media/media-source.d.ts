/** Media Source Extensions inside a dedicated worker, which TypeScript's worker library does not describe yet. */

interface TimeRanges {
  readonly length: number;
  start(index: number): number;
  end(index: number): number;
}

interface SourceBuffer extends EventTarget {
  readonly buffered: TimeRanges;
  readonly updating: boolean;
  timestampOffset: number;
  appendBuffer(data: BufferSource): void;
  remove(start: number, end: number): void;
  abort(): void;
  changeType(type: string): void;
}

interface SourceBufferList extends EventTarget, Iterable<SourceBuffer> {
  readonly length: number;
  readonly [index: number]: SourceBuffer;
}

/** Transferred, never read. */
type MediaSourceHandle = Transferable;

declare class MediaSource extends EventTarget {
  static isTypeSupported(type: string): boolean;
  readonly handle: MediaSourceHandle;
  readonly sourceBuffers: SourceBufferList;
  readonly activeSourceBuffers: SourceBufferList;
  readonly readyState: 'closed' | 'ended' | 'open';
  duration: number;
  addSourceBuffer(type: string): SourceBuffer;
  removeSourceBuffer(buffer: SourceBuffer): void;
  endOfStream(error?: 'decode' | 'network'): void;
}
