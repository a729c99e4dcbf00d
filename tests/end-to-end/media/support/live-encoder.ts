import { readLoop, type LiveLoop, type LoopName } from './live-loop.ts';

/** A part of a segment that a playlist names before the segment is whole. */
export interface EncodedPart {
  readonly name: string;
  readonly seconds: number;
  readonly bytes: Uint8Array;
}

export interface EncodedSegment {
  readonly sequence: number;
  readonly name: string;
  readonly parts: readonly EncodedPart[];
  readonly isWhole: boolean;
  readonly initName: string | null;
  readonly isDiscontinuous: boolean;
  /** Time by the encoder's clock, milliseconds since the epoch. */
  readonly atMs: number;
}

export interface EncoderOptions {
  readonly loop: LoopName;
  /** Number of parts, half a second each. With 1, the playlist names no parts, as in ordinary HLS. */
  readonly partsPerSegment: number;
  readonly windowSegments: number;
  /** Error of the encoder's clock, milliseconds; `null` for a playlist without times. */
  readonly clockErrorMs: number | null;
  /** Whether segments stay in the playlist for ever. */
  readonly isEvent: boolean;
}

/** Segments that are served for a while after they have left the playlist, as encoders keep them. */
const KEPT_SEGMENTS = 3;

/** An encoder: the files that it has written, and their playlist. Callers pass the time. */
export class LiveEncoder {
  readonly files = new Map<string, Uint8Array>();
  readonly #options: EncoderOptions;
  #loop: LiveLoop;
  #segments: EncodedSegment[] = [];
  #discontinuitiesGone = 0;
  #sequence = 0;
  #pieceNumber = 0;
  /** Number of the run, which makes the file names of each run different. */
  #run = 0;
  #isDiscontinuous = false;
  #isOver = false;

  private constructor(options: EncoderOptions, loop: LiveLoop) {
    this.#options = options;
    this.#loop = loop;
    this.#begin();
  }

  static async create(options: EncoderOptions): Promise<LiveEncoder> {
    return new LiveEncoder(options, await readLoop(options.loop));
  }

  get hasBegun(): boolean {
    return this.#segments.length > 0;
  }

  /** Whether the encoder has written the part of a segment that a blocking request names. */
  has(sequence: number, part: number): boolean {
    const segment = this.#segments.find((one) => one.sequence === sequence);
    if (segment === undefined) return (this.#segments.at(-1)?.sequence ?? -1) > sequence;
    return segment.isWhole || part < segment.parts.length;
  }

  /** Writes another half second of the stream. */
  write(nowMs: number): void {
    const { partsPerSegment, windowSegments, isEvent } = this.#options;
    const open = this.#segments.at(-1);
    const isNew = open === undefined || open.isWhole;
    if (this.#pieceNumber === this.#loop.roundPieces) this.#beginRound();
    const piece = this.#loop.piece(this.#pieceNumber++);
    const sequence = isNew ? this.#sequence++ : open.sequence;
    const before = isNew ? [] : open.parts;
    const { extension } = this.#loop;
    const part = { ...piece, name: `${this.#run}-${sequence}.${before.length}.${extension}` };
    const parts = [...before, part];
    const segment: EncodedSegment = {
      sequence,
      name: `${this.#run}-${sequence}.${extension}`,
      parts,
      isWhole: parts.length === partsPerSegment,
      initName: this.#loop.init === null ? null : this.#initName,
      isDiscontinuous: isNew ? this.#isDiscontinuous : open.isDiscontinuous,
      atMs: isNew ? nowMs : open.atMs,
    };
    this.#isDiscontinuous = false;
    this.#segments = [...(isNew ? this.#segments : this.#segments.slice(0, -1)), segment];
    this.files.set(part.name, part.bytes);
    if (segment.isWhole) this.files.set(segment.name, Buffer.concat(parts.map(({ bytes }) => bytes)));
    if (!isEvent) this.#forget(windowSegments);
  }

  /** Continues with another recording, as for an advertisement: pictures, sound and the origin of time differ. */
  async change(loop: LoopName): Promise<void> {
    this.#loop = await readLoop(loop);
    this.#run += 1;
    this.#beginRound();
    this.#begin();
  }

  /** Starts again like a new process, without the state of the previous process. */
  restart(): void {
    this.#segments = [];
    this.#sequence = this.#pieceNumber = this.#discontinuitiesGone = 0;
    this.#run += 1;
    this.#begin();
  }

  end(): void {
    this.#isOver = true;
  }

  multivariant(): string {
    const size = this.#loop.codecs.startsWith('avc1') ? ',RESOLUTION=160x90' : '';
    return `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000,CODECS="${this.#loop.codecs}"${size}\nindex.m3u8\n`;
  }

  playlist(): string {
    const { partsPerSegment, isEvent } = this.#options;
    const isLowLatency = partsPerSegment > 1;
    const [oldest] = this.#segments;
    const last = this.#segments.at(-1);
    const nextPart = last === undefined || last.isWhole ? 0 : last.parts.length;
    const nextSequence = last === undefined || last.isWhole ? this.#sequence : last.sequence;
    const lines = [
      '#EXTM3U',
      '#EXT-X-VERSION:9',
      `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(partsPerSegment / 2))}`,
      ...(isEvent ? ['#EXT-X-PLAYLIST-TYPE:EVENT'] : []),
      ...(isLowLatency
        ? ['#EXT-X-PART-INF:PART-TARGET=0.6', '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.8']
        : []),
      `#EXT-X-MEDIA-SEQUENCE:${oldest?.sequence ?? 0}`,
      `#EXT-X-DISCONTINUITY-SEQUENCE:${this.#discontinuitiesGone}`,
      ...this.#segments.flatMap((segment, index) => this.#lines(segment, index, isLowLatency)),
      ...(isLowLatency && !this.#isOver
        ? [`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${this.#run}-${nextSequence}.${nextPart}.${this.#loop.extension}"`]
        : []),
      ...(this.#isOver ? ['#EXT-X-ENDLIST'] : []),
    ];
    return `${lines.join('\n')}\n`;
  }

  #lines(segment: EncodedSegment, index: number, isLowLatency: boolean): string[] {
    const { clockErrorMs } = this.#options;
    const { initName, parts, isDiscontinuous, isWhole, atMs, name } = segment;
    const hasOtherInit = initName !== null && initName !== this.#segments[index - 1]?.initName;
    // Parts are named only near the end of the playlist, as in the specification.
    const namesParts = isLowLatency && index >= this.#segments.length - 3;
    const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
    return [
      ...(isDiscontinuous ? ['#EXT-X-DISCONTINUITY'] : []),
      ...(hasOtherInit ? [`#EXT-X-MAP:URI="${initName}"`] : []),
      ...(clockErrorMs === null ? [] : [`#EXT-X-PROGRAM-DATE-TIME:${new Date(atMs + clockErrorMs).toISOString()}`]),
      ...(namesParts
        ? parts.map((part) => `#EXT-X-PART:DURATION=${part.seconds.toFixed(5)},INDEPENDENT=YES,URI="${part.name}"`)
        : []),
      ...(isWhole ? [`#EXTINF:${seconds.toFixed(5)},`, name] : []),
    ];
  }

  get #initName(): string {
    return `${this.#run}-init.mp4`;
  }

  #begin(): void {
    if (this.#loop.init !== null) this.files.set(this.#initName, this.#loop.init);
  }

  #beginRound(): void {
    this.#pieceNumber = 0;
    this.#isDiscontinuous = true;
  }

  #forget(windowSegments: number): void {
    while (this.#segments.length > windowSegments) {
      const [gone] = this.#segments.splice(0, 1);
      // A discontinuity leaves with the segment that follows it.
      if (gone?.isDiscontinuous === true) this.#discontinuitiesGone += 1;
      const old = (gone?.sequence ?? 0) - KEPT_SEGMENTS;
      for (const name of this.files.keys()) if (name.startsWith(`${this.#run}-${old}.`)) this.files.delete(name);
    }
  }
}
