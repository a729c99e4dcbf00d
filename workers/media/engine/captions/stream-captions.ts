import { ErrorDetails, Events, type ErrorData, type MediaFragment, type MediaPlaylist } from 'hls.js';
import type Hls from 'hls.js';
import {
  CUES_MAX,
  CUE_TEXT_MAX_CHARACTERS,
  type StreamCaptionTrack,
} from '../../../../protocol/media/stream-captions.ts';
import type { StreamCue, StreamCues } from '../../../../protocol/media/stream-cues.ts';
import { escapeCueText } from '../../../../protocol/runtime/media/escape-cue-text.ts';
import type { EarlierSegments } from './earlier-captions.ts';
import type { PlainCue } from './plain-cue.ts';

export interface StreamCaptionsDependencies {
  readonly hls: Hls;
  readonly onTracks: () => void;
  readonly onCues: (cues: StreamCues) => void;
  /** Captions have failed for good; hls.js has stopped everything. */
  readonly onLost: () => void;
  /** Reads captions of segments that are in the buffer without having been parsed. */
  readonly readEarlier?: (segments: EarlierSegments) => Promise<void>;
}

/** Captions of a stream, as the engine reports them. */
export interface FollowedCaptions {
  readonly tracks: readonly StreamCaptionTrack[];
  readonly track: string;
  choose(id: string): void;
}

/** Codec that hls.js gives to tracks of IMSC1, whose cues are plain text. */
const IMSC1_CODEC = 'stpp.ttml.im1t';
const FOR_DEAF = /transcribes-spoken-dialog|describes-music-and-sound/;
/** Number of a CEA-608 channel, or of a CEA-708 service that hls.js finds in these channels. */
const CHANNEL = /(?:CC|SERVICE)([1-4])$/;
/** Prefix of the ids of channels, in hls.js and in this engine. */
const CHANNEL_ID = 'textTrack';
/** Tolerance for a caption that was parsed twice: its times differ by rounding. */
const SAME_SECONDS = 0.1;

/**
 * The captions inside a stream: the tracks, and the cues of the chosen track, including all earlier cues. Subtitles of playlists are
 * loaded while they are chosen, near the playhead. Captions in the pictures are loaded with the pictures, and are kept.
 */
export class StreamCaptions implements FollowedCaptions {
  readonly #dependencies: StreamCaptionsDependencies;
  #track = '';
  readonly #tracks = new Map<string, StreamCaptionTrack>();
  readonly #cues = new Map<string, Map<string, StreamCue>>();
  /** Addresses of subtitle segments that have failed to load, once or more. */
  readonly #failed = new Set<string>();
  /** Start of the first segment of pictures that hls.js has parsed. */
  #zeroSeconds = 0;
  #first: MediaFragment | undefined;
  #hasReadEarlier = false;

  constructor(dependencies: StreamCaptionsDependencies) {
    this.#dependencies = dependencies;
    const { hls } = dependencies;
    hls.on(Events.MANIFEST_LOADED, (_, { captions = [] }) => {
      const channels = captions.flatMap((declared) => {
        const [, number] = CHANNEL.exec(declared.instreamId ?? '') ?? [];
        return number === undefined ? [] : [describeChannel(CHANNEL_ID + number, declared)];
      });
      this.#add(channels);
    });
    hls.on(Events.MANIFEST_PARSED, (_, { subtitleTracks }) => {
      this.#add(subtitleTracks.map(describeSubtitles));
    });
    hls.on(Events.INIT_PTS_FOUND, (_, { id, initPTS, timescale }) => {
      if (this.#first === undefined && isMain(id)) this.#zeroSeconds = initPTS / timescale;
    });
    hls.on(Events.FRAG_PARSED, (_, { frag }) => {
      if (!isMain(frag.type)) return;
      this.#first ??= frag as MediaFragment;
      this.#readEarlier();
    });
    hls.on(Events.SUBTITLE_TRACKS_UPDATED, () => this.#apply());
    hls.on(Events.ERROR, (_, error) => this.#onError(error));
    hls.on(Events.CUES_PARSED, (_, { cues, type, track, subtitleTrack }) => {
      const isChannel = type === 'captions';
      if (isChannel && !this.#tracks.has(track)) this.#add([describeChannel(track)]);
      const isPlain = subtitleTrack?.textCodec === IMSC1_CODEC;
      const id = isChannel ? track : describeSubtitles(subtitleTrack as MediaPlaylist).id;
      this.#take(
        id,
        (cues as BrowserCue[]).flatMap((cue) => streamCue(cue, isPlain) ?? []),
      );
    });
  }

  /** Forced tracks come last: a choice of a language means the full captions. */
  get tracks(): readonly StreamCaptionTrack[] {
    return [...this.#tracks.values()].sort((one, other) => Number(one.isForced) - Number(other.isForced));
  }

  get track(): string {
    return this.#track;
  }

  choose(id: string): void {
    if (id === this.#track || (id !== '' && !this.#tracks.has(id))) return;
    this.#track = id;
    const cues = [...(this.#cues.get(id)?.values() ?? [])];
    if (id !== '') this.#dependencies.onCues({ trackId: id, cues, isNew: true });
    this.#apply();
    this.#dependencies.onTracks();
    this.#readEarlier();
  }

  /** Reads earlier captions, once and only if captions in the pictures are chosen; a failure costs only these captions. */
  #readEarlier(): void {
    const { hls, readEarlier } = this.#dependencies;
    const first = this.#first;
    if (first === undefined || this.#hasReadEarlier || !this.#track.startsWith(CHANNEL_ID)) return;
    this.#hasReadEarlier = true;
    readEarlier?.({
      first,
      fragments: hls.levels[first.level]?.details?.fragments ?? [],
      zeroSeconds: this.#zeroSeconds,
      cueHandler: hls.config.cueHandler,
      onCues: (id, cues) =>
        this.#take(
          id,
          cues.flatMap((cue) => (this.#isKnown(id, cue) ? [] : (streamCue(cue, false) ?? []))),
        ),
    }).catch(() => undefined);
  }

  #isKnown(id: string, { text, startTime }: PlainCue): boolean {
    const known = [...(this.#cues.get(id)?.values() ?? [])];
    return known.some((cue) => cue.text === text && Math.abs(cue.startTime - startTime) < SAME_SECONDS);
  }

  /** Selects the chosen track again: a level may have another group of subtitles than the level before. */
  #apply(): void {
    const { hls } = this.#dependencies;
    const index = hls.subtitleTracks.findIndex((track) => describeSubtitles(track).id === this.#track);
    if (hls.subtitleTrack !== index) hls.subtitleTrack = index;
  }

  /** A subtitle segment that fails costs its cues, and a playlist that fails costs its track, but never the video. */
  #onError({ details, frag, fatal }: ErrorData): void {
    if (frag !== undefined && isSubtitles(frag)) {
      const isFirst = !this.#failed.has(frag.url);
      this.#failed.add(frag.url);
      if (frag.gap === true || (isFirst && !fatal)) return;
      frag.gap = true;
      frag.tagList.push(['GAP']);
      if (fatal) this.#dependencies.onLost();
    } else if (
      fatal &&
      (details === ErrorDetails.SUBTITLE_LOAD_ERROR || details === ErrorDetails.SUBTITLE_TRACK_LOAD_TIMEOUT)
    ) {
      this.#tracks.delete(this.#track);
      this.choose('');
      this.#dependencies.onLost();
    }
  }

  /** Adds all tracks at once: an automatic choice among only the first of them could differ. */
  #add(tracks: readonly StreamCaptionTrack[]): void {
    const news = tracks.filter(({ id }) => !this.#tracks.has(id));
    for (const track of news) this.#tracks.set(track.id, track);
    if (news.length > 0) this.#dependencies.onTracks();
  }

  /** Reports only new cues: segments overlap, and are loaded again after a seek. */
  #take(id: string, cues: readonly StreamCue[]): void {
    const known = this.#cues.get(id) ?? new Map<string, StreamCue>();
    this.#cues.set(id, known);
    const news: StreamCue[] = [];
    for (const cue of cues) {
      const key = `${cue.startTime.toFixed(2)} ${cue.endTime.toFixed(2)} ${cue.text}`;
      if (known.has(key)) continue;
      known.set(key, cue);
      news.push(cue);
    }
    for (const key of known.keys()) {
      if (known.size <= CUES_MAX) break;
      known.delete(key);
    }
    if (news.length > 0 && id === this.#track) this.#dependencies.onCues({ trackId: id, cues: news, isNew: false });
  }
}

function isMain(type: string): boolean {
  return type === 'main';
}

function isSubtitles({ type }: NonNullable<ErrorData['frag']>): boolean {
  const track: string = type;
  return track === 'subtitle';
}

function describeSubtitles({
  name,
  lang = '',
  characteristics = '',
  forced: isForced,
  default: isDefault,
}: MediaPlaylist): StreamCaptionTrack {
  return {
    id: [isForced ? 'forced' : 'subtitles', lang, name].join(' '),
    name,
    languageCode: lang,
    kind: FOR_DEAF.test(characteristics) ? 'captions' : 'subtitles',
    isDefault: isDefault && !isForced,
    isForced,
  };
}

/** `declared` is absent for a channel that hls.js finds without a playlist that names it. */
function describeChannel(id: string, declared?: MediaPlaylist): StreamCaptionTrack {
  return {
    id,
    name: declared?.name ?? `CC${id.replace(/\D/g, '')}`,
    languageCode: declared?.lang ?? '',
    kind: 'captions',
    isDefault: declared?.default === true,
    isForced: false,
  };
}

/** On main a `VTTCue`, to which Chromium adds only a part of the settings. */
type BrowserCue = Omit<PlainCue, 'lineAlign' | 'positionAlign'> &
  Partial<Pick<PlainCue, 'lineAlign' | 'positionAlign'>>;

/** Plain data: members of `VTTCue` do not cross to another thread. */
function streamCue(cue: BrowserCue, isPlain: boolean): StreamCue | undefined {
  const { startTime, endTime, line, snapToLines, position, size, align, vertical } = cue;
  const cut = cue.text.slice(0, CUE_TEXT_MAX_CHARACTERS).replaceAll('\0', '\uFFFD');
  const text = isPlain ? escapeCueText(cut) : cut;
  if (!(endTime > startTime) || text.trim() === '') return undefined;
  const { lineAlign = 'start', positionAlign = 'auto' } = cue;
  return { startTime, endTime, text, line, snapToLines, lineAlign, position, positionAlign, size, align, vertical };
}
