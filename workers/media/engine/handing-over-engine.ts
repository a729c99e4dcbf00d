import type { MediaEngine, MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import { FIRST_LIMITS, type LoadingLimits } from '../../../protocol/media/loading-limits.ts';
import type { MediaEngineModule, MediaEngineOptions } from '../../../protocol/media/media-engine-module.ts';
import type { QualityName } from '../../../protocol/host/player-info.ts';
import { needsWholeEngine } from '../../../protocol/runtime/media/engine-choice.ts';
import { EngineEvents } from '../../../protocol/media/engine-events.ts';
import { rangesOf } from '../../../protocol/runtime/media/time-ranges.ts';
import { fail, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { KeptResponses } from '../head-start/arriving-segments.ts';
import type { StartedStream } from '../head-start/head-start.ts';
import { AdaptiveEngine } from './adaptive-engine.ts';
import { watchForLacks } from './lacks.ts';
import type { AdaptiveEngineDependencies } from './open-stream.ts';

type WholeOptions = MediaEngineOptions<MediaSource, StartedStream, KeptResponses>;
export type LoadsWholeEngine = () => Promise<MediaEngineModule<unknown, MediaSource, StartedStream, KeptResponses>>;

/**
 * The slim engine, until the stream turns out to need more features: then the whole engine replaces it and reuses all responses
 * loaded so far. Most needs show in the first playlist, before playback begins.
 */
export class HandingOverEngine implements MediaEngine {
  readonly #dependencies: AdaptiveEngineDependencies;
  readonly #loadWhole: LoadsWholeEngine;
  readonly #events = new EngineEvents();
  readonly on = this.#events.on;
  #engine: MediaEngine;
  #source: MediaSourceDescription | null = null;
  #quality: QualityName = 'auto';
  #limits = FIRST_LIMITS;
  /** Id of the chosen track; an engine that takes over may not have listed it yet. */
  #audioTrack = '';
  #isAudioTold = true;
  /** Responses and buffers for the whole engine; `null` while the slim engine suffices. */
  #handed: Pick<WholeOptions, 'prefetched' | 'startedStream' | 'buffered'> | null = null;
  #isLive: boolean | null = null;

  constructor(dependencies: AdaptiveEngineDependencies, loadWhole: LoadsWholeEngine) {
    this.#dependencies = dependencies;
    this.#loadWhole = loadWhole;
    const lacks = watchForLacks(
      () => this.#source?.needsWholeEngine === false,
      // hls.js is in the middle of an event.
      (prefetched) => queueMicrotask(() => this.#noticeLack(prefetched)),
    );
    this.#engine = this.#listenTo(new AdaptiveEngine({ ...dependencies, lacks }));
  }

  get path(): MediaEngine['path'] {
    return this.#engine.path;
  }

  load(source: MediaSourceDescription): Promise<Outcome<void>> {
    this.#source = source;
    this.#quality = source.quality ?? this.#quality;
    const { startedStream, prefetched } = this.#dependencies;
    const known = [...(startedStream?.kept ?? prefetched ?? []).values()];
    const isKnown = known.some((response) => typeof response === 'string' && needsWholeEngine(response));
    if (!isKnown || source.needsWholeEngine === false) return this.#engine.load(source);
    this.#handed = { startedStream, prefetched };
    return this.#handOver(source.startSeconds);
  }

  recover(positionSeconds: number): Promise<Outcome<void>> {
    return this.#handed === null ? this.#engine.recover(positionSeconds) : this.#handOver(positionSeconds);
  }

  detach(): void {
    this.#source = null;
    this.#engine.detach();
  }

  setQuality(quality: QualityName): void {
    this.#quality = quality;
    this.#engine.setQuality(quality);
  }

  setLimits(limits: LoadingLimits): void {
    this.#limits = limits;
    this.#engine.setLimits(limits);
  }

  setAudioTrack(id: string): void {
    this.#audioTrack = id;
    this.#engine.setAudioTrack(id);
  }

  setCaptionTrack(id: string): void {
    this.#engine.setCaptionTrack?.(id);
  }

  setTarget(seconds: number | null): void {
    this.#engine.setTarget(seconds);
  }

  observeElement(): void {
    this.#engine.observeElement?.();
  }

  #noticeLack(prefetched?: KeptResponses): void {
    const source = this.#source;
    if (this.#handed !== null || source === null) return;
    const { media } = this.#dependencies;
    const isLive = this.#isLive ?? source.isLive;
    const startSeconds = isLive ? 0 : Math.max(media.currentTime, media.readyState > 0 ? 0 : source.startSeconds);
    this.#handed = { prefetched, buffered: rangesOf(media.buffered) };
    void this.#handOver(startSeconds).then((opened) => {
      if (opened.ok || this.#source === null) return;
      this.#events.emit('fatal', { code: 'net.connect', message: opened.message, detail: 'engine' });
    });
  }

  async #handOver(startSeconds: number): Promise<Outcome<void>> {
    const begun = this.#handed;
    this.#engine.detach();
    try {
      const module = await this.#loadWhole();
      if (this.#source === null || begun === null || begun !== this.#handed) return fail('request.cancelled', 'closed');
      const { media, openMediaSource, spans } = this.#dependencies;
      this.#engine = this.#listenTo(module.createMediaEngine(media, { openMediaSource, spans, ...begun }));
      this.#handed = null;
      this.#isAudioTold = this.#audioTrack === '';
      this.#engine.setLimits(this.#limits);
      return this.#engine.load({ ...this.#source, startSeconds, quality: this.#quality });
    } catch (error) {
      return fail('net.connect', `engine: ${error}`);
    }
  }

  #listenTo(engine: MediaEngine): MediaEngine {
    engine.on('state', (state) => {
      this.#isLive = state.isLive;
      this.#events.emit('state', state);
      // An engine cannot choose a track before it has listed its tracks.
      if (this.#isAudioTold || state.audioTracks.length === 0) return;
      this.#isAudioTold = true;
      engine.setAudioTrack(this.#audioTrack);
    });
    engine.on('fatal', (event) => this.#events.emit('fatal', event));
    engine.on('problem', (event) => this.#events.emit('problem', event));
    engine.on('cues', (event) => this.#events.emit('cues', event));
    return engine;
  }
}
