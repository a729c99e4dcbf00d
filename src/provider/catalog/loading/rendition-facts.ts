import { partAddress, type ListedMedia, type ListedPart } from '../../../../protocol/runtime/media/media-playlist.ts';
import { isTransport } from '../../../../protocol/runtime/media/transport/packets.ts';
import { bytesOf } from '../../streams/media-playlist.ts';
import { readSegmentFacts, readSegmentTimes, type SegmentFacts } from '../../streams/segment-facts.ts';
import { beginsWithKeyFrame, readTransportFacts } from '../../streams/transport-facts.ts';
import { mediaAddress } from '../media-address.ts';
import type { Rendition } from './ladder.ts';
import { MediaFault, type FileStart, type MediaFolder } from './media-folder.ts';
import { below, isPlaylist } from './playlist-file.ts';

/** Facts in the files of a rendition that its playlist lacks. */
export interface RenditionFacts extends SegmentFacts {
  /** The init segment, in base64 if it is small; absent if every segment begins with one. */
  readonly init?: { readonly address: string; readonly base64?: string };
  /** Whether all checked segments begin with a key frame. */
  readonly areIndependent: boolean;
  /** Segments are MPEG-TS, of kinds that the media worker plays without its engine. */
  readonly isTransport: boolean;
  /** Size of the first segment. */
  readonly firstBytes: number;
  /** Bits a second of the first segment. */
  readonly bitrate: number;
}

/** An init segment takes about a kilobyte; pages request a larger one. */
const INIT_MAX_BYTES = 4_096;
/** The descriptions of the samples, which are in front, take some kilobytes. */
const HEAD_BYTES = 16_384;
/** In MPEG-TS the first audio follows the first picture, which is large. */
const TRANSPORT_HEAD_BYTES = 262_144;
/** Number of first segments that are all checked: after these, the engine has taken over from the head start. */
const FIRST_SEGMENTS = 16;
/** Number of later segments that are checked: an encoder that does not cut at key frames fails all over the video. */
const LATER_SEGMENTS = 16;

export interface WantedFacts {
  /** Whether to check that the segments begin with key frames. */
  readonly isNeeded: boolean;
  /** Whether a playlist declares that all segments begin with key frames. */
  readonly isMarked: boolean;
  /** Whether to read the codecs, because the playlists lack them. */
  readonly needsCodecs: boolean;
}

/** One file, or a part of it. */
interface Part {
  readonly reference: string;
  readonly range?: string | undefined;
}

/**
 * Reads the first bytes of a rendition's segments: of the first segment, and of more segments where key frames are checked. Where
 * the playlist declares that all segments begin with a key frame, the second segment is enough: some encoders declare it for open
 * groups of pictures. `undefined` for segments that are neither fragmented MP4 nor MPEG-TS of the usual kinds, are on another
 * server, or cannot be read: they play without these facts.
 */
export async function readRenditionFacts(
  { reference, text, listed }: Rendition,
  media: MediaFolder,
  { isNeeded, isMarked, needsCodecs }: WantedFacts,
): Promise<RenditionFacts | undefined> {
  if (!isPlaylist(text) || listed.segments.some(({ key }) => key !== undefined)) return undefined;
  const parts = partsOf(reference, listed);
  const [first, ...later] = parts.segments;
  if (first === undefined) return undefined;
  const readFacts = needsCodecs ? readSegmentFacts : readSegmentTimes;
  try {
    const init = parts.init === undefined ? undefined : await readPart(parts.init, media);
    const before = init === undefined ? [] : [init.bytes];
    let head = await readPart(first, media);
    const ofTransport = init === undefined && isTransport(head.bytes);
    if (ofTransport) head = await readPart(first, media, TRANSPORT_HEAD_BYTES);
    const facts = ofTransport ? readTransportFacts(head.bytes) : readFacts(...before, head.bytes);
    if (facts === undefined) return undefined;
    const begins = ({ bytes }: FileStart): boolean =>
      ofTransport ? beginsWithKeyFrame(bytes) : (readSegmentTimes(...before, bytes)?.startsWithKeyFrame ?? isMarked);
    let areIndependent = facts.startsWithKeyFrame;
    if (isNeeded && facts.videoCodec !== undefined)
      for (const part of isMarked ? later.slice(0, ofTransport ? 0 : 1) : later) {
        if (!areIndependent) break;
        const start = await readPart(part, media).catch(isMarked ? unlessFault : undefined);
        areIndependent = start === undefined || begins(start);
      }
    const seconds = listed.segments[0]?.durationSeconds ?? 0;
    return {
      ...facts,
      ...(init === undefined || parts.init === undefined ? {} : { init: initOf(addressOf(parts.init), init) }),
      areIndependent,
      isTransport: ofTransport,
      firstBytes: head.ofBytes,
      bitrate: Math.ceil((head.ofBytes * 8) / (seconds || 1)),
    };
  } catch (error) {
    // A missing file has already been reported.
    if (error instanceof MediaFault) return undefined;
    throw error;
  }
}

/** `undefined` for a file that cannot be read, where the declaration of the playlist is enough. */
function unlessFault(error: unknown): undefined {
  if (!(error instanceof MediaFault)) throw error;
}

/** The first items, and some of the later items at equal distances, including the last. */
function sampled<Item>(items: readonly Item[]): Item[] {
  const later = items.slice(FIRST_SEGMENTS);
  const step = Math.max(1, Math.ceil(later.length / LATER_SEGMENTS));
  return [...items.slice(0, FIRST_SEGMENTS), ...later.filter((_, index) => (later.length - 1 - index) % step === 0)];
}

/** Init segment and segments that are checked. */
function partsOf(reference: string, { segments }: ListedMedia): { init?: Part; segments: Part[] } {
  const map = segments[0]?.map;
  const part = ({ uri, range }: ListedPart): Part[] => {
    const file = below(reference, uri);
    return file === undefined ? [] : [{ reference: file, range }];
  };
  const [init] = map === undefined ? [] : part(map);
  const isElsewhere =
    segments.some(({ uri }) => below(reference, uri) === undefined) || (map !== undefined && init === undefined);
  const looked = isElsewhere ? [] : [...segments.slice(0, 1), ...sampled(segments.slice(1))];
  return { ...(init === undefined ? {} : { init }), segments: looked.flatMap(part) };
}

function initOf(address: string, { bytes, ofBytes }: FileStart): NonNullable<RenditionFacts['init']> {
  return ofBytes > INIT_MAX_BYTES ? { address } : { address, base64: Buffer.from(bytes).toString('base64') };
}

function readPart({ reference, range }: Part, media: MediaFolder, maxBytes = HEAD_BYTES): Promise<FileStart> {
  const [first, last] = bytesOf(range);
  return media.readStart(reference, first, last, maxBytes);
}

/** The address of a part as pages request it. */
export function addressOf({ reference, range }: Part): string {
  return partAddress(mediaAddress(reference), range);
}
