import { createHash } from 'node:crypto';
import { readMediaPlaylist } from '../../../protocol/runtime/media/read-media-playlist.ts';
import { readAttributes } from '../../../protocol/runtime/media/playlist-lines.ts';
import { folderOf, mediaPath } from '../catalog/media-address.ts';
import { mediaTarget } from '../catalog/media-target.ts';
import { unescapePath } from '../files/contained-path.ts';
import type { FileFolder, ServedFile } from '../files/file-folder.ts';
import { RecentMap } from '../http/limits/recent-map.ts';
import { loopSeconds } from '../streams/media-playlist.ts';
import { isMultivariant } from '../streams/multivariant-playlist.ts';

/** Live playlists that are remembered: one for each rendition of some fifty streams. */
const PLAYLISTS_MAX = 256;
/** A larger playlist, which is days long, is served unchanged. */
const READ_MAX_BYTES = 8_388_608;
/** An init segment takes about a kilobyte; a larger file is no init segment. */
const INIT_MAX_BYTES = 65_536;
const DIGEST_CHARACTERS = 10;
/** Assumed window of a playlist that this process has not served yet. */
const UNKNOWN_WINDOW_SECONDS = 60;

interface Named {
  /** The address of the segment in the playlist. */
  readonly address: string;
  readonly map: string | undefined;
}

interface Playlist {
  readonly etag: string;
  readonly text: string;
  readonly firstNumber: number;
  readonly segments: ReadonlyMap<number, Named>;
}

/** Names of the files of a live window, in the order of their numbers. */
interface Window {
  readonly path: string;
  readonly before: ReadonlyMap<number, Named>;
}

/**
 * Live playlists with addresses that change with the bytes of a file: a restarted encoder gives old names to new
 * segments and to another init segment, and caches would mix old and new files. A segment keeps the init segment with which
 * it was first listed, which is served from memory once its file has been replaced.
 */
export class LiveVersions {
  readonly #folder: FileFolder;
  readonly #playlists = new RecentMap<string, Playlist>(PLAYLISTS_MAX);
  /** Seconds that segments stay in the window, by their folder. */
  readonly #windowSeconds = new RecentMap<string, number>(PLAYLISTS_MAX);
  readonly #inits = new RecentMap<string, Uint8Array<ArrayBuffer>>(PLAYLISTS_MAX);

  constructor(folder: FileFolder) {
    this.#folder = folder;
  }

  /** The playlist at a request path below `/media/`, with versions if it is live. */
  async playlist(file: ServedFile, path: string): Promise<ServedFile> {
    if (file.sizeBytes > READ_MAX_BYTES) return file;
    const text = new TextDecoder().decode(await file.bytes());
    if (isMultivariant(text)) return file;
    const known = this.#playlists.get(path);
    const isKnown = known?.etag === file.etag;
    const listed = isKnown ? undefined : readMediaPlaylist(text);
    if (listed?.isFinished) return file;
    const named = listed === undefined && known ? known : await this.#named(text, file.etag, path, known);
    this.#playlists.set(path, named);
    const bytes = new TextEncoder().encode(named.text);
    return { ...file, key: `${file.key} live`, sizeBytes: bytes.byteLength, bytes: () => Promise.resolve(bytes) };
  }

  /**
   * The file of an address with a version, and for how many seconds caches may keep it; `undefined` if another file is
   * at this path now.
   */
  async find(path: string, version: string): Promise<{ file: ServedFile; seconds: number } | undefined> {
    const seconds = this.#windowSeconds.get(folderOf(unescapePath(path))) ?? UNKNOWN_WINDOW_SECONDS;
    const file = await this.#folder.find(path);
    if (file === undefined) return undefined;
    if (versionOf(file) === version) return { file, seconds };
    const init = this.#inits.get(`${unescapePath(path)} ${version}`);
    if (init === undefined) return undefined;
    const etag = `"${version}"`;
    return {
      seconds,
      file: {
        ...file,
        key: `${file.key} ${version}`,
        etag,
        sizeBytes: init.byteLength,
        bytes: () => Promise.resolve(init),
        part: (first, last) => Promise.resolve(init.subarray(first, last + 1)),
      },
    };
  }

  async #named(text: string, etag: string, path: string, known: Playlist | undefined): Promise<Playlist> {
    const listed = readMediaPlaylist(text);
    const { firstNumber } = listed;
    const first = listed.segments[0]?.uri;
    const before = known?.segments.get(firstNumber);
    // Encoders replace segments in order: if an encoder has started again, the first segment differs.
    const isSame =
      known !== undefined &&
      firstNumber >= known.firstNumber &&
      before?.address === (first === undefined ? undefined : await this.#segmentAddress(path, first));
    const segments = new Map<number, Named>();
    const lines = await this.#lines(text, { path, before: isSame ? known.segments : new Map() }, segments, firstNumber);
    const folders = new Set([...segments.values()].map(({ address }) => folderOf(referenceOf(path, address) ?? '')));
    for (const folder of folders) this.#windowSeconds.set(folder, Math.ceil(loopSeconds(listed)));
    return { etag, text: lines.join('\n'), firstNumber, segments };
  }

  async #lines(text: string, window: Window, segments: Map<number, Named>, firstNumber: number): Promise<string[]> {
    const lines: string[] = [];
    let [tags, number]: [string[], number] = [[], firstNumber];
    let current: string | undefined;
    let written: string | undefined;
    let place: number | undefined;
    for (const line of text.split(/\r?\n/)) {
      if (line.startsWith('#EXT-X-MAP:')) [current, place] = [await this.#map(line, window.path), tags.length];
      else if (line === '' || line.startsWith('#')) tags.push(line);
      else {
        const earlier = window.before.get(number);
        const address = earlier?.address ?? (await this.#segmentAddress(window.path, line));
        const map = earlier === undefined ? current : earlier.map;
        segments.set(number, { address, map });
        if (map !== undefined && map !== written) tags.splice(place ?? placeOfMap(tags), 0, map);
        written = map;
        lines.push(...tags, address);
        [tags, number, place] = [[], number + 1, undefined];
      }
    }
    // Parts of the next segment need the init segment, too.
    if (current !== undefined && current !== written) lines.push(current);
    return [...lines, ...tags];
  }

  async #segmentAddress(path: string, uri: string): Promise<string> {
    const file = await this.#fileOf(path, uri);
    return file === undefined ? uri : withVersion(uri, versionOf(file));
  }

  /** The tag of an init segment, whose bytes are kept: its encoder may replace them while older segments are listed. */
  async #map(tag: string, path: string): Promise<string> {
    const { URI: uri = '', BYTERANGE } = readAttributes(tag);
    const file = BYTERANGE === undefined ? await this.#fileOf(path, uri) : undefined;
    if (file === undefined || file.sizeBytes > INIT_MAX_BYTES) return tag;
    const bytes = await file.bytes();
    const version = createHash('sha1').update(bytes).digest('base64url').slice(0, DIGEST_CHARACTERS);
    this.#inits.set(`${referenceOf(path, uri)} ${version}`, bytes);
    return tag.replace(`"${uri}"`, () => `"${withVersion(uri, version)}"`);
  }

  async #fileOf(path: string, uri: string): Promise<ServedFile | undefined> {
    const reference = referenceOf(path, uri);
    return reference === undefined ? undefined : this.#folder.find(mediaPath(reference));
  }
}

/** Index of the init segment's tag: before the length of its segment, and after a discontinuity. */
function placeOfMap(tags: readonly string[]): number {
  const place = tags.findIndex((tag) => tag.startsWith('#EXTINF:'));
  return place < 0 ? tags.length : place;
}

function referenceOf(path: string, uri: string): string | undefined {
  const target = mediaTarget(unescapePath(path), uri);
  return target.kind === 'file' ? target.reference : undefined;
}

function withVersion(uri: string, version: string): string {
  if (uri.includes('#')) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}v=${version}`;
}

function versionOf({ etag }: ServedFile): string {
  return etag.replaceAll('"', '');
}
