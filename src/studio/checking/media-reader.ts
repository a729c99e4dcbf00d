import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOf } from '../../provider/streams/media-playlist.ts';
import { MediaFault, openMediaFolder, type MediaFolder } from '../../provider/catalog/loading/media-folder.ts';
import { bodyOf, boxesOfFile, type PlacedBox } from '../../provider/streams/mp4/boxes.ts';
import { partsOf, type TrackPart } from '../../provider/streams/mp4/fragments.ts';
import { tracksOf, type Track } from '../../provider/streams/mp4/tracks.ts';
import { readCodecNames } from '../../provider/streams/segment-facts.ts';
import { fragmentFault } from './fragment-faults.ts';
import { structureFault } from './index-faults.ts';
import {
  isTransportStream,
  TransportStreamReader,
  type SeenTransport,
  type TransportPart,
} from './transport-stream.ts';

/** Facts about a segment's bytes; `parts` is `null` for a format that is not parsed. */
export interface SeenSegment {
  readonly parts: readonly (TrackPart | TransportPart)[] | null;
  readonly isCutOff: boolean;
  /** Why the segment cannot be played; `undefined` for an undamaged segment, and for a format that is not checked. */
  readonly damage: string | undefined;
  /** Kinds of declared tracks that have no data in the segment. */
  readonly absent: readonly Track['kind'][];
}

export interface SeenFile {
  readonly types: readonly string[];
  readonly isCutOff: boolean;
  readonly moov: Buffer | undefined;
  /** Byte ranges of the bodies of the `mdat` boxes. */
  readonly data: readonly { readonly start: number; readonly end: number }[];
}

const SNIFFED_BYTES = 12;
const CHUNK_BYTES = 1_048_576;
/** First bytes of packed audio (ID3, ADTS or MP3, AC-3) and of WebVTT segments. */
const PACKED = /^(?:494433|ff[ef]|0b77|(?:efbbbf)?574542565454)/;

/** Parses media files below `media/`. A file that cannot be used throws a `MediaFault`. */
export class MediaReader {
  readonly folder: MediaFolder;
  readonly #path: string;
  readonly #inits = new Map<string, Promise<Track[]>>();

  constructor(mediaFolder: string, followLinks: boolean) {
    this.#path = mediaFolder;
    this.folder = openMediaFolder(mediaFolder, { followLinks });
  }

  /** Tracks of an init segment; the result is cached, since all segments of a playlist share it. */
  tracks(reference: string, range?: string): Promise<Track[]> {
    const key = `${reference} ${range}`;
    const found =
      this.#inits.get(key) ?? this.#open(reference, (file, size) => readTracks(file, boundsOf(size, range)));
    this.#inits.set(key, found);
    return found;
  }

  segment(reference: string, range: string | undefined, tracks: readonly Track[]): Promise<SeenSegment> {
    return this.#open(reference, async (file, size): Promise<SeenSegment> => {
      const { start, end } = boundsOf(size, range);
      const isShort = end === start || (range !== undefined && bytesOf(range)[1] >= size);
      const head = Buffer.alloc(Math.min(SNIFFED_BYTES, end - start));
      await file.read(head, 0, head.length, start);
      if (isTransportStream(head)) {
        const seen = await readTransportStream(file, start, end);
        return { ...seen, isCutOff: isShort || seen.isCutOff };
      }
      const nothing = { parts: null, isCutOff: isShort, damage: undefined, absent: [] };
      if (isShort || PACKED.test(head.toString('hex'))) return nothing;
      const boxes = await boxesOfFile(file, start, end);
      const isCutOff = boxes.at(-1)?.isCutOff === true;
      if (boxes.length === 0)
        return { ...nothing, damage: `its first bytes are of no ${tracks.length > 0 ? 'MP4' : 'kind of segment'}` };
      try {
        const damage = isCutOff ? undefined : await fragmentFault(file, boxes, end, tracks);
        return { ...nothing, parts: await fragmentsOf(file, boxes, tracks), isCutOff, damage };
      } catch (error) {
        // Boxes or tables declare a larger size than they have.
        if (!(error instanceof RangeError)) throw error;
        return { ...nothing, isCutOff, damage: 'its fragments (moof) do not fit what is in them' };
      }
    });
  }

  /** Box types of a file, its index (`moov`), and the ranges of its media data. */
  file(reference: string): Promise<SeenFile> {
    return this.#open(reference, async (file, size) => {
      const boxes = await boxesOfFile(file, 0, size);
      const index = boxes.find(({ type }) => type === 'moov');
      const moov = index && (await bodyOf(file, index));
      const data = boxes.filter(({ type }) => type === 'mdat').map(({ bodyStart, end }) => ({ start: bodyStart, end }));
      return { types: boxes.map(({ type }) => type), isCutOff: boxes.at(-1)?.isCutOff === true, moov, data };
    });
  }

  async firstBytes(reference: string, count: number): Promise<Buffer> {
    return this.#open(reference, async (file) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
      return buffer.subarray(0, bytesRead);
    });
  }

  async #open<Value>(reference: string, read: (file: FileHandle, size: number) => Promise<Value>): Promise<Value> {
    await this.folder.check(reference);
    const file = await open(join(this.#path, reference));
    try {
      return await read(file, (await file.stat()).size);
    } catch (error) {
      // Boxes or tables declare a larger size than they have.
      if (error instanceof RangeError) throw new MediaFault(`media/${reference} is damaged`);
      throw error;
    } finally {
      await file.close();
    }
  }
}

async function fragmentsOf(file: FileHandle, boxes: readonly PlacedBox[], tracks: readonly Track[]) {
  const moofs: Buffer[] = [];
  for (const box of boxes) {
    const moof = box.type === 'moof' ? await bodyOf(file, box) : undefined;
    if (moof !== undefined) moofs.push(moof);
  }
  return moofs.length === 0 || tracks.length === 0 ? null : partsOf(moofs, tracks);
}

async function readTransportStream(file: FileHandle, start: number, end: number): Promise<SeenTransport> {
  const reader = new TransportStreamReader();
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - start));
  for (let at = start; at < end;) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - at), at);
    if (bytesRead === 0) break;
    reader.add(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
  return reader.end();
}

async function readTracks(file: FileHandle, { start, end }: { start: number; end: number }): Promise<Track[]> {
  const box = (await boxesOfFile(file, start, end)).find(({ type }) => type === 'moov');
  const moov = box && (await bodyOf(file, box));
  if (box === undefined || moov === undefined || structureFault(moov) !== undefined) return [];
  const whole = Buffer.alloc(box.end - start);
  await file.read(whole, 0, whole.length, start);
  const { videoCodec, audioCodec } = readCodecNames(whole) ?? {};
  const names: Readonly<Record<string, string | undefined>> = { video: videoCodec, sound: audioCodec };
  return tracksOf(moov).map((track) => ({ ...track, codec: names[track.kind] ?? track.codec }));
}

function boundsOf(size: number, range: string | undefined): { start: number; end: number } {
  const [first, last] = bytesOf(range);
  return { start: Math.min(first, size), end: Math.min(last + 1, size) };
}
