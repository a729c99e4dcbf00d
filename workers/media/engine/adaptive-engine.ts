import { ErrorTypes, type ErrorData } from 'hls.js';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { EngineEvents } from '../../../protocol/media/engine-events.ts';
import type { MediaEngine, MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { QualityName } from '../../../protocol/host/player-info.ts';
import type { StartedStream } from '../head-start/head-start.ts';
import { DeferredFailure } from './deferred-failure.ts';
import { engineConfig } from './engine-config.ts';
import { engineErrorCode, engineFault, isSilentError } from './engine-errors.ts';
import type { HlsLibrary, HlsMedia } from './hls-library.ts';
import { HlsStream } from './hls-stream.ts';
import { LiveWindow } from './live-window.ts';
import { Recovery } from './recovery.ts';
import { behind } from './skipped-segments.ts';

export interface AdaptiveEngineDependencies {
  readonly Hls: HlsLibrary;
  readonly media: HlsMedia;
  readonly clock: Clock;
  /** What the library reads, too. */
  readonly performance: Pick<Performance, 'now'>;
  /** Says `online`. */
  readonly connection: EventTarget;
  /**
   * Makes the source and sees to it that the real element plays it, where the element is on another thread; without it the
   * media is the element, and hls.js does both.
   */
  readonly openMediaSource?: (() => MediaSource) | undefined;
  /** What a head start has played already. */
  readonly startedStream?: StartedStream | undefined;
}

/**
 * hls.js behind {@link MediaEngine}: adaptive quality, recovery before anything is shown, and errors in the words of
 * the catalogue. It drives whatever media it is given, the real element or its stand-in.
 */
export class AdaptiveEngine implements MediaEngine {
  readonly path: 'main' | 'worker';
  readonly #dependencies: AdaptiveEngineDependencies;
  /** Used once, by the first stream. */
  #startedStream: StartedStream | undefined;
  readonly #events = new EngineEvents();
  readonly on = this.#events.on;
  readonly #live = new LiveWindow();
  #source: MediaSourceDescription | null = null;
  #quality: QualityName = 'auto';
  #stream: HlsStream | null = null;
  #ending = new AbortController();
  #recovery = new Recovery();
  #faultyTrack: string | undefined;
  #deferredFailure: DeferredFailure | null = null;
  #cancelReload = (): void => undefined;

  constructor(dependencies: AdaptiveEngineDependencies) {
    this.#dependencies = dependencies;
    this.#startedStream = dependencies.startedStream;
    this.path = dependencies.openMediaSource === undefined ? 'main' : 'worker';
  }

  load(source: MediaSourceDescription): Promise<Outcome<void>> {
    if (source.hlsManifestUrl === undefined)
      return Promise.resolve(fail('fmt.noneavailable', 'the video has no HLS address'));
    if (!this.#dependencies.Hls.isSupported())
      return Promise.resolve(fail('html5.missingapi', 'no usable MediaSource'));
    this.#source = source;
    this.#recovery = new Recovery();
    this.#open(source.startSeconds);
    return Promise.resolve(succeed(undefined));
  }

  recover(positionSeconds: number): Promise<Outcome<void>> {
    const source = this.#source;
    if (source === null) return Promise.resolve(fail('player.internal', 'nothing to recover'));
    return this.load({ ...source, startSeconds: positionSeconds });
  }

  detach(): void {
    this.#close();
    this.#source = null;
  }

  setQuality(quality: QualityName): void {
    this.#quality = quality;
    this.#stream?.setQuality(quality);
  }

  setAudioTrack(id: string): void {
    this.#stream?.setAudioTrack(id);
  }

  /** On main the element is where it is wanted; in the worker its stand-in says so. */
  setTarget(): void {}

  #open(startSeconds: number): void {
    this.#close();
    const { hlsManifestUrl: url, isSpherical } = this.#source ?? {};
    if (url === undefined) return;
    const { Hls, media, clock, performance, connection, openMediaSource } = this.#dependencies;
    const startedStream = this.#startedStream;
    this.#startedStream = undefined;
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    const stream = new HlsStream(
      {
        Hls,
        media,
        clock,
        openMediaSource,
        startedStream,
        live: this.#live,
        url,
        config: engineConfig({
          path: this.path,
          startSeconds,
          startedStream,
          isSpherical: isSpherical === true,
          BaseLoader: Hls.DefaultConfig.loader,
          now: () => performance.now(),
        }),
        quality: this.#quality,
        onState: (state) => this.#events.emit('state', state),
        onError: (error) => this.#onError(error),
        onBuffered: (track) => {
          if (track === this.#faultyTrack) this.#recovery.progressed();
        },
      },
      signal,
    );
    this.#stream = stream;
    this.#deferredFailure = new DeferredFailure(
      {
        media,
        connection,
        onFailed: (error) => this.#fail(error),
        onNewChance: () => {
          this.#recovery.progressed();
          stream.reloadHere();
        },
      },
      signal,
    );
    stream.open();
  }

  #close(): void {
    this.#cancelReload();
    this.#stream = null;
    this.#deferredFailure = null;
    this.#ending.abort();
  }

  #onError(data: ErrorData): void {
    this.#events.emit('problem', { detail: data.details });
    const stream = this.#stream;
    if (stream === null || !data.fatal || isSilentError(data)) return;
    this.#faultyTrack = data.frag?.type;
    const { clock } = this.#dependencies;
    const step = this.#recovery.next(engineFault(data, stream.hasLevels), clock.monotonicNow());
    switch (step.what) {
      case 'reload':
        this.#cancelReload();
        this.#cancelReload = clock.after(step.delayMs, () => stream.reload());
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

  #skip(stream: HlsStream, data: ErrorData): void {
    const { frag, type } = data;
    if (frag === undefined) return;
    if (stream.isLast(frag)) this.#giveUp(data);
    /** hls.js cannot leave a gap that it was meant to start in. */
    else if (this.#dependencies.media.buffered.length === 0) this.#open(behind(frag));
    else stream.skip(frag, type);
  }

  #giveUp(data: ErrorData): void {
    if (data.type === ErrorTypes.NETWORK_ERROR) this.#deferredFailure?.fail(data);
    else this.#fail(data);
  }

  #fail(data: ErrorData): void {
    this.#close();
    this.#events.emit('fatal', { code: engineErrorCode(data), message: data.error.message, detail: data.details });
  }
}
