import { ErrorDetails, ErrorTypes, type ErrorData, type HlsConfig } from 'hls.js';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { EngineEvents } from '../../../protocol/runtime/media/engine-events.ts';
import { FIRST_LIMITS, type LoadingLimits } from '../../../protocol/media/loading-limits.ts';
import type {
  AudioTrackDescription,
  MediaEngine,
  MediaSourceDescription,
} from '../../../protocol/media/media-engine.ts';
import { StuckElement } from '../../../protocol/runtime/media/stuck-element.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { QualityName } from '../../../protocol/host/player-info.ts';
import type { StartedStream } from '../head-start/head-start.ts';
import type { FollowedCaptions, StreamCaptionsDependencies } from './captions/stream-captions.ts';
import { DroppedFrames } from './dropped-frames.ts';
import { DeferredFailure } from './deferred-failure.ts';
import { engineConfig } from './engine-config.ts';
import type { WatchedForLacks } from './lacks.ts';
import { engineErrorCode, engineFault, isSilentError } from './engine-errors.ts';
import type { KeptResponses } from '../head-start/arriving-segments.ts';
import type { HlsLibrary, HlsMedia } from './hls-library.ts';
import { HlsStream } from './hls-stream.ts';
import { liveStep, LIVE_RETRY_MS } from './live-recovery.ts';
import { LiveState } from './live-state.ts';
import type { EngineProtection } from './protection/engine-protection.ts';
import { Recovery, type EngineFault } from './recovery.ts';
import { behind } from './skipped-segments.ts';
import { SoundOnlyStream } from './sound-only-stream.ts';
import { startBehind } from './start-behind.ts';

export interface AdaptiveEngineDependencies {
  readonly Hls: HlsLibrary;
  readonly media: HlsMedia;
  readonly clock: Clock;
  /** The clock that hls.js uses, too. */
  readonly performance: Pick<Performance, 'now'>;
  /** Emits `online`. */
  readonly connection: EventTarget;
  /** `false` keeps the buffer where hls.js would load better segments in its place. */
  readonly isOnline: () => boolean;
  /** Gigabytes that the browser names; most name none. */
  readonly memoryGigabytes: number | undefined;
  /** Absent: streams of several codecs are played in H.264. */
  readonly mediaCapabilities?: Pick<MediaCapabilities, 'decodingInfo'> | undefined;
  /**
   * Makes the source and attaches it to the real element, where the element is on another thread; without it the media
   * is the element, and hls.js does both.
   */
  readonly openMediaSource?: (() => MediaSource) | undefined;
  /** The stream that a head start has begun. */
  readonly startedStream?: StartedStream | undefined;
  /** Without one: what has been requested for the beginning. */
  readonly prefetched?: KeptResponses | undefined;
  readonly spans?: SpanRing | undefined;
  /** Settings of the whole engine for a source. */
  readonly extraConfig?: (source: MediaSourceDescription) => Partial<HlsConfig>;
  /** Captions inside the stream; the slim engine has none. */
  readonly followCaptions?: (dependencies: StreamCaptionsDependencies) => FollowedCaptions;
  /** Keys of protected videos; the slim engine has none. */
  readonly protection?: EngineProtection;
  /** Hears of what the slim engine lacks; nothing else is done about a playlist for which it returns `true`. */
  readonly lacks?: WatchedForLacks;
}

/** A source that loses more than so many times loses everything. Our choice. */
const LOSSES_MAX = 3;

interface OpenedStream {
  readonly stream: HlsStream;
  readonly sound: SoundOnlyStream;
  readonly deferredFailure: DeferredFailure;
  readonly ending: AbortController;
}

/**
 * hls.js behind {@link MediaEngine}: adaptive quality, recovery before an error is shown, and errors with the codes of
 * the catalogue. It drives the media it is given, the real element or its stand-in.
 */
export class AdaptiveEngine implements MediaEngine {
  readonly #dependencies: AdaptiveEngineDependencies;
  readonly #stuck: StuckElement;
  /** Used once, by the first stream. */
  #begun: Pick<AdaptiveEngineDependencies, 'startedStream' | 'prefetched'>;
  readonly #events = new EngineEvents();
  #live = new LiveState();
  #source: MediaSourceDescription | null = null;
  #quality: QualityName = 'auto';
  /** The choice of the viewer; empty for none. */
  #audioTrack = '';
  #audioTracks: readonly AudioTrackDescription[] = [];
  #limits = FIRST_LIMITS;
  /** Counts over all streams of this source. */
  #loaded = { bytes: 0 };
  readonly #droppedFrames = new DroppedFrames();
  #opened: OpenedStream | null = null;
  #recovery = new Recovery();
  #lateKeys = 0;
  #losses = 0;
  #cancelReload = (): void => undefined;

  constructor(dependencies: AdaptiveEngineDependencies) {
    this.#dependencies = dependencies;
    this.#stuck = new StuckElement(dependencies.media, dependencies.clock);
    const { startedStream, prefetched } = dependencies;
    this.#begun = { startedStream, prefetched };
  }

  get path(): 'main' | 'worker' {
    return this.#dependencies.openMediaSource === undefined ? 'main' : 'worker';
  }

  get on(): EngineEvents['on'] {
    return this.#events.on;
  }

  load(source: MediaSourceDescription): Promise<Outcome<void>> {
    if (source.hlsManifestUrl === undefined)
      return Promise.resolve(fail('fmt.noneavailable', 'the video has no HLS address'));
    if (!this.#dependencies.Hls.isSupported())
      return Promise.resolve(fail('html5.missingapi', 'no usable MediaSource'));
    this.#live = new LiveState();
    this.#quality = source.quality ?? this.#quality;
    this.#begin(source);
    return Promise.resolve(succeed(undefined));
  }

  recover(positionSeconds: number): Promise<Outcome<void>> {
    const source = this.#source;
    if (source === null) return Promise.resolve(fail('player.internal', 'nothing to recover'));
    this.#begin({ ...source, startSeconds: positionSeconds });
    return Promise.resolve(succeed(undefined));
  }

  detach(): void {
    this.#close();
    this.#source = null;
  }

  setQuality(quality: QualityName): void {
    const isOther = (quality === 'audio') !== (this.#quality === 'audio') && this.#opened?.sound.isPossible === true;
    this.#quality = quality;
    if (isOther) this.#openHere();
    else this.#opened?.stream.setQuality(quality);
  }

  setLimits(limits: LoadingLimits): void {
    this.#limits = limits;
    this.#opened?.stream.setLimits(limits);
  }

  setAudioTrack(id: string): void {
    const isOther = id !== this.#audioTrack;
    this.#audioTrack = id;
    if (this.#quality !== 'audio') this.#opened?.stream.setAudioTrack(id);
    else if (isOther && this.#opened?.sound.isPossible) this.#openHere();
  }

  setCaptionTrack(id: string): void {
    this.#opened?.stream.setCaptionTrack(id);
  }

  /** On main the element has the target; in the worker its stand-in has it. */
  setTarget(): void {}

  /** On main alone: browsers with sources in workers have not been seen to get stuck. */
  observeElement(): void {
    if (this.#stuck.look(this.#opened !== null)) this.#openHere();
  }

  #begin(source: MediaSourceDescription): void {
    this.#loaded = { bytes: this.#begun.startedStream?.loadedBytes ?? 0 };
    this.#source = source;
    this.#recovery = new Recovery();
    this.#lateKeys = 0;
    this.#losses = 0;
    // A head start has pictures, and has moved on meanwhile.
    const isUnlike = this.#quality === 'audio' && this.#begun.startedStream !== undefined;
    this.#open(isUnlike ? this.#dependencies.media.currentTime : source.startSeconds);
  }

  /** A new source, with the same place on screen. */
  #openHere(): void {
    const { media, clock } = this.#dependencies;
    const { currentTime } = media;
    if (this.#live.isLive !== true) return this.#open(currentTime);
    this.#openLive(0, this.#live.secondsBehindEdge(currentTime, clock.monotonicNow()));
  }

  /** `secondsBehindEdge`: where a live stream begins that does not begin at its head. */
  #open(startSeconds: number, secondsBehindEdge: number | null = null): void {
    this.#close();
    const source = this.#source;
    const { hlsManifestUrl: url, isSpherical, drm } = source ?? {};
    if (url === undefined) return;
    const { Hls, media, clock, performance, connection, isOnline, openMediaSource, spans } = this.#dependencies;
    const { followCaptions, extraConfig, protection, lacks } = this.#dependencies;
    const isSoundOnly = this.#quality === 'audio';
    const { prefetched } = this.#begun;
    const startedStream = isSoundOnly ? undefined : this.#begun.startedStream;
    this.#begun = {};
    const sound = new SoundOnlyStream({
      isWanted: isSoundOnly,
      audioTrack: this.#audioTrack,
      audioTracks: this.#audioTracks,
    });
    const ending = new AbortController();
    const { signal } = ending;
    const stream = new HlsStream(
      {
        Hls,
        media,
        clock,
        isOnline,
        openMediaSource,
        startedStream,
        spans,
        live: this.#live,
        url,
        config: engineConfig({
          path: this.path,
          startSeconds,
          startedStream,
          prefetched,
          isSpherical: isSpherical === true,
          BaseLoader: Hls.DefaultConfig.loader,
          BaseSoundController: Hls.DefaultConfig.audioStreamController,
          now: () => performance.now(),
          extraConfig: source === null ? undefined : extraConfig?.(source),
          lacks,
          changePlaylist: (text) =>
            secondsBehindEdge === null ? sound.read(text) : startBehind(sound.read(text), secondsBehindEdge),
        }),
        followCaptions,
        followKeys:
          drm === undefined
            ? undefined
            : (hls) =>
                protection?.watch(
                  { hls, media, clock, onFailed: (...why) => deferredFailure.fail(() => this.#end(...why, 'key')) },
                  signal,
                ),
        lacks,
        onCues: (cues) => this.#events.emit('cues', cues),
        quality: this.#quality,
        limits: this.#limits,
        loaded: this.#loaded,
        droppedFrames: this.#droppedFrames,
        memoryGigabytes: this.#dependencies.memoryGigabytes,
        mediaCapabilities: this.#dependencies.mediaCapabilities,
        audioTrack: this.#audioTrack,
        onState: (state) => {
          if (!isSoundOnly) this.#audioTracks = state.audioTracks;
          this.#events.emit('state', sound.complete(state));
        },
        onError: (error) => this.#onError(error),
        onBuffered: (track) => this.#recovery.buffered(track),
        onRestarted: () => this.#openLive(0),
        onLost: () => {
          this.#losses += 1;
          if (this.#losses <= LOSSES_MAX) this.#later(0, () => this.#open(media.currentTime));
        },
      },
      signal,
    );
    const deferredFailure = new DeferredFailure(
      {
        media,
        connection,
        onNewChance: () => {
          this.#recovery.progressed();
          stream.reloadHere();
        },
      },
      signal,
    );
    this.#opened = { stream, sound, deferredFailure, ending };
    stream.open();
  }

  #close(): void {
    this.#cancelReload();
    const ending = this.#opened?.ending;
    this.#opened = null;
    ending?.abort();
  }

  #onError(data: ErrorData): void {
    this.#events.emit('problem', { detail: data.details });
    // Every level has the same keys, and would wait for them as long.
    if (data.details === ErrorDetails.KEY_LOAD_TIMEOUT && (this.#lateKeys += 1) > 1) return this.#giveUp(data);
    if (this.#opened === null || isSilentError(data)) return;
    const code = this.#dependencies.protection?.faultOf(data);
    if (code !== undefined) return this.#failLater(data, code);
    if (!data.fatal) return;
    const { stream } = this.#opened;
    this.#recovery.blame(data.frag?.type);
    const { hasLevels } = stream;
    const fault = engineFault(data, hasLevels);
    const step = this.#recovery.next(fault, this.#dependencies.clock.monotonicNow());
    const known = this.#live.isLive;
    const isLive = known ?? this.#source?.isLive;
    const { details } = data;
    const taken = isLive === true ? liveStep(step, fault, { details, hasLevels, isRead: known !== null }) : step;
    const hasFailedAgain = taken.what === 'skip' || taken.what === 'give-up';
    // A decoder that fails at a size may take a smaller one, which has the damaged moment, too.
    if (hasFailedAgain && isOfPictures(data, fault) && stream.lower()) return this.#recovery.lowered();
    switch (taken.what) {
      case 'reload':
        this.#later(taken.delayMs, () => stream.reload());
        break;
      case 'wait':
        if (this.#live.lose()) stream.tellState();
        this.#later(LIVE_RETRY_MS, () => stream.reload());
        break;
      case 'restart':
        if (this.#live.lose()) stream.tellState();
        this.#openLive(taken.delayMs);
        break;
      case 'reset':
        stream.reset();
        break;
      case 'skip':
        this.#skip(stream, data);
        break;
      case 'give-up':
        this.#giveUp(data);
    }
  }

  #later(delayMs: number, task: () => void): void {
    this.#cancelReload();
    this.#cancelReload = this.#dependencies.clock.after(delayMs, task);
  }

  /** hls.js is in the middle of an event when it is to be replaced. */
  #openLive(delayMs: number, secondsBehindEdge: number | null = null): void {
    this.#later(delayMs, () => {
      this.#live.forgetTimes();
      this.#open(0, secondsBehindEdge);
    });
  }

  #skip(stream: HlsStream, data: ErrorData): void {
    const { frag, type } = data;
    if (frag === undefined) return;
    if (stream.isLast(frag)) this.#giveUp(data);
    // hls.js cannot leave a gap that playback should start in.
    else if (this.#dependencies.media.buffered.length === 0) this.#open(behind(frag));
    else stream.skip(frag, type);
  }

  #giveUp(data: ErrorData): void {
    if (data.type === ErrorTypes.NETWORK_ERROR) this.#failLater(data);
    else this.#fail(data);
  }

  /** Once the loaded part has been played. */
  #failLater(data: ErrorData, code?: PlayerErrorCode): void {
    this.#opened?.deferredFailure.fail(() => this.#fail(data, code));
  }

  #fail(data: ErrorData, code = engineErrorCode(data)): void {
    this.#end(code, data.error.message, data.details);
  }

  #end(code: PlayerErrorCode, message: string, detail: string): void {
    this.#close();
    this.#events.emit('fatal', { code, message, detail });
  }
}

function isOfPictures({ frag }: ErrorData, { kind, isFinal }: EngineFault): boolean {
  const track: string = frag?.type ?? 'main';
  return kind === 'media' && !isFinal && track === 'main';
}
