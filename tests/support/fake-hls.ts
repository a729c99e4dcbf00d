import { ErrorTypes, Events, type ErrorData, type Fragment, type HlsConfig } from 'hls.js';
import type { Clock } from '../../protocol/runtime/clock.ts';
import type { HlsLibrary, HlsMedia } from '../../workers/media/engine/hls-library.ts';
import type { FakeMediaSource } from './fake-media-source.ts';

export const LEVELS = [
  { width: 426, height: 240, bitrate: 300_000 },
  { width: 854, height: 480, bitrate: 900_000 },
  { width: 1280, height: 720, bitrate: 1_800_000 },
  { width: 1280, height: 720, bitrate: 2_600_000 },
] as const;

export const AUDIO_TRACKS = [
  { id: 0, name: 'Deutsch', lang: 'de' },
  { id: 1, name: 'Comment', characteristics: 'public.easy-to-read' },
  {
    id: 2,
    name: 'Deutsch',
    lang: 'de',
    characteristics: 'public.easy-to-read,public.accessibility.describes-video',
  },
] as const;

type Listener = (name: string, data: never) => void;
type Attachment = HlsMedia | { readonly media: HlsMedia; readonly mediaSource: MediaSource };

/** An instance of hls.js without media: it records calls, and emits events on demand. */
export class FakeHls {
  levels: readonly object[] = [];
  audioTracks: readonly object[] = [];
  audioTrack = -1;
  autoLevelCapping = -1;
  liveSyncPosition: number | null = null;
  readonly calls: string[] = [];
  readonly config: Partial<HlsConfig>;
  attached: Attachment | null = null;
  isDestroyed = false;
  #isStopping = false;
  #isLoading = false;
  #level = -1;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(config: Partial<HlsConfig>) {
    this.config = config;
  }

  get nextLevel(): number {
    return this.#level;
  }

  set nextLevel(level: number) {
    this.calls.push(`level ${level}`);
    this.#level = level;
  }

  /** Level whose segments are requested. */
  loading = 0;

  get loadLevel(): number {
    return this.loading;
  }

  set loadLevel(level: number) {
    this.calls.push(`load level ${level}`);
    this.#level = level;
  }

  nextAutoLevel = 0;

  get manualLevel(): number {
    return this.#level;
  }

  /** In hls.js, this also empties the buffer. */
  set currentLevel(level: number) {
    this.calls.push(`current level ${level}`);
    this.#level = level;
  }

  get autoLevelEnabled(): boolean {
    return this.#level === -1;
  }

  on(name: string, listener: Listener): void {
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener));
  }

  say(name: string, data: object = {}): void {
    if (this.isDestroyed) return;
    for (const listener of this.#listeners.get(name) ?? []) listener(name, data as never);
  }

  loadSource(url: string): void {
    this.calls.push(`source ${url}`);
  }

  attachMedia(attachment: Attachment): void {
    this.calls.push('attach');
    this.attached = attachment;
  }

  detachMedia(): void {
    this.calls.push('detach');
    this.attached = null;
  }

  /** Throws where hls.js would wait forever: on a start in the task of a stop, and on a second start, since it stops first. */
  startLoad(seconds?: number): void {
    if (this.#isStopping || this.#isLoading) throw new Error('stopped and started in one task');
    this.calls.push(seconds === undefined ? 'load' : `load ${seconds}`);
  }

  stopLoad(): void {
    this.#isLoading = false;
    this.#isStopping = true;
    setImmediate(() => (this.#isStopping = false));
  }

  trigger(name: string, { type }: { readonly type: string | null }): void {
    this.calls.push(`${name} ${type}`);
  }

  /** The engine has to replace this method: that of hls.js returns to the start position. */
  recoverMediaError(): void {
    throw new Error('returns to the start position');
  }

  destroy(): void {
    this.calls.push('destroy');
    this.isDestroyed = true;
  }

  // — Events of the library —

  parseManifest(levels: readonly object[] = LEVELS): void {
    this.levels = levels;
    this.say(Events.MANIFEST_PARSED);
  }

  fail(error: Partial<ErrorData> & Pick<ErrorData, 'details'>): void {
    this.say(Events.ERROR, { type: ErrorTypes.NETWORK_ERROR, fatal: true, error: new Error('broken'), ...error });
  }

  /** Starts to load by itself, as hls.js does when its source opens. */
  beginByItself(): void {
    this.#isLoading = true;
    this.say(Events.FRAG_LOADING, { frag: { type: 'main' } });
  }

  buffer(type: 'main' | 'audio' = 'main'): void {
    this.say(Events.FRAG_BUFFERED, { frag: { type } });
  }

  /** Reports that a segment, or a part of it, was appended to its buffer, which then has this range. */
  append(type: 'audio' | 'video', frag: Fragment, [start, end]: readonly [number, number], isWhole = true): void {
    const timeRanges = { [type]: { length: 1, start: () => start, end: () => end } };
    this.say(Events.BUFFER_APPENDED, { type, frag, timeRanges });
    if (isWhole) this.say(Events.FRAG_BUFFERED, { frag });
  }
}

class FakeLoader {
  readonly stats = { aborted: false, loading: {} };

  load(): void {}
}

/** A library that exposes its instances to the test. */
export function createFakeLibrary<Instance extends FakeHls>(
  create: (config: Partial<HlsConfig>) => Instance,
): { library: HlsLibrary; instances: Instance[]; isSupported: boolean } {
  const instances: Instance[] = [];
  const made = { isSupported: true, instances, library: null as unknown as HlsLibrary };
  function Library(config: Partial<HlsConfig>): Instance {
    const instance = create(config);
    instances.push(instance);
    return instance;
  }
  made.library = Object.assign(Library, {
    DefaultConfig: { loader: FakeLoader },
    isSupported: () => made.isSupported,
  }) as unknown as HlsLibrary;
  return made;
}

/** A segment of two seconds, in the form that events of hls.js carry. */
export function segment(number: number, change: Partial<Fragment> = {}): Fragment {
  const start = number * 2;
  const described = { type: 'main', level: 0, sn: number, start, end: start + 2, url: `${number}.m4s`, tagList: [] };
  return { ...described, ...change } as unknown as Fragment;
}

/** How fast the streaming library of a pipeline is. */
export interface HlsPace {
  readonly manifestMs: number;
  readonly segmentMs: number;
  readonly segmentSeconds: number;
}

/**
 * An instance that plays a video, reduced to its effects on the element: it starts at its start position, or where the viewer
 * has moved before, and loads the media that the element needs.
 */
export class PlayingFakeHls extends FakeHls {
  readonly #clock: Clock;
  readonly #pace: HlsPace;
  #hasBegun = false;
  readonly #stopped = new AbortController();

  constructor(config: Partial<HlsConfig>, clock: Clock, pace: HlsPace) {
    super(config);
    this.#clock = clock;
    this.#pace = pace;
  }

  override loadSource(url: string): void {
    super.loadSource(url);
    this.#later(this.#pace.manifestMs, () => {
      this.parseManifest();
      // A track that was chosen before the tracks are known is lost, as in hls.js.
      this.audioTracks = AUDIO_TRACKS;
      this.audioTrack = 0;
      this.say(Events.AUDIO_TRACKS_UPDATED);
      this.say(Events.LEVEL_UPDATED, { details: { live: false, age: 0, edge: 0, targetduration: 6, fragments: [] } });
      if (this.config.autoStartLoad !== false) this.startLoad(this.config.startPosition);
    });
  }

  override attachMedia(attachment: Attachment): void {
    super.attachMedia(attachment);
    const { media } = attachment as Extract<Attachment, { mediaSource: object }>;
    for (const type of ['seeking', 'waiting'])
      media.addEventListener(type, () => this.#later(this.#pace.segmentMs, () => this.#fill()), {
        signal: this.#stopped.signal,
      });
  }

  override startLoad(seconds?: number): void {
    super.startLoad(seconds);
    this.#later(this.#pace.segmentMs, () => this.#fill());
  }

  override destroy(): void {
    super.destroy();
    this.#stopped.abort();
  }

  #fill(): void {
    const { media, mediaSource } = this.attached as Extract<Attachment, { mediaSource: object }>;
    const source = mediaSource as unknown as FakeMediaSource;
    if (this.levels.length === 0) return;
    if (source.readyState !== 'open') return this.#later(10, () => this.#fill());
    if (source.activeSourceBuffers.length === 0) {
      source.addSourceBuffer('video/mp4');
      source.duration = source.videoSeconds;
    }
    const startSeconds = this.config.startPosition ?? 0;
    const isAtStart = this.#hasBegun || media.seeking || media.currentTime > 0 || startSeconds <= 0;
    const seconds = isAtStart ? media.currentTime : startSeconds;
    this.#hasBegun = true;
    source.fill(seconds, seconds + this.#pace.segmentSeconds);
    if (!isAtStart) media.currentTime = startSeconds;
    this.say(Events.LEVEL_SWITCHED, { level: Math.max(0, this.nextLevel) });
    this.buffer();
  }

  #later(delayMs: number, task: () => void): void {
    this.#clock.after(delayMs, () => !this.isDestroyed && task());
  }
}
