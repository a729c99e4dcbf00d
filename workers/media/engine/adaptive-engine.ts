import { EngineEvents } from '../../../protocol/media/engine-events.ts';
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
import { DroppedFrames } from './dropped-frames.ts';
import { LiveState } from './live-state.ts';
import { openStream, type AdaptiveEngineDependencies, type OpenedStream } from './open-stream.ts';
import { StreamFaults } from './stream-faults.ts';

/**
 * hls.js behind {@link MediaEngine}: adaptive quality, recovery before an error is shown, and errors with the codes of
 * the catalogue. It drives the real element or its stand-in.
 */
export class AdaptiveEngine implements MediaEngine {
  readonly #dependencies: AdaptiveEngineDependencies;
  readonly #stuck: StuckElement;
  /** Result of the head start; only the first stream uses it. */
  #begun: Pick<AdaptiveEngineDependencies, 'startedStream' | 'prefetched'>;
  readonly #events = new EngineEvents();
  #live = new LiveState();
  #source: MediaSourceDescription | null = null;
  #quality: QualityName = 'auto';
  /** Id of the chosen audio track; empty without a choice. */
  #audioTrack = '';
  #audioTracks: readonly AudioTrackDescription[] = [];
  #limits = FIRST_LIMITS;
  /** Sum over all streams of this source. */
  #loaded = { bytes: 0 };
  readonly #droppedFrames = new DroppedFrames();
  #opened: OpenedStream | null = null;
  readonly #faults: StreamFaults;

  constructor(dependencies: AdaptiveEngineDependencies) {
    this.#dependencies = dependencies;
    this.#stuck = new StuckElement(dependencies.media, dependencies.clock);
    const { startedStream, prefetched } = dependencies;
    this.#begun = { startedStream, prefetched };
    this.#faults = new StreamFaults({
      ...dependencies,
      opened: () => this.#opened,
      live: () => this.#live,
      isDeclaredLive: () => this.#source?.isLive,
      openAt: (seconds) => this.#open(seconds),
      openAtHead: () => this.#openAtHead(),
      onEnd: (...why) => this.#end(...why),
    });
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

  /** Called only on main: in browsers with sources in workers, no stuck element has been seen. */
  observeElement(): void {
    if (this.#stuck.check(this.#opened !== null)) this.#openHere();
  }

  #begin(source: MediaSourceDescription): void {
    this.#loaded = { bytes: this.#begun.startedStream?.loadedBytes ?? 0 };
    this.#source = source;
    this.#faults.begin();
    // A head start has pictures, and has played on since `startSeconds`.
    const isUnlike = this.#quality === 'audio' && this.#begun.startedStream !== undefined;
    this.#open(isUnlike ? this.#dependencies.media.currentTime : source.startSeconds);
  }

  /** Opens a new source at the same position. */
  #openHere(): void {
    const { media, clock } = this.#dependencies;
    const { currentTime } = media;
    if (this.#live.isLive !== true) return this.#open(currentTime);
    const secondsBehindEdge = this.#live.secondsBehindEdge(currentTime, clock.monotonicNow());
    this.#faults.schedule(0, () => this.#openAtHead(secondsBehindEdge));
  }

  /** Opens a new source for a part that begins at `startSeconds`, or later if the element is already inside it. */
  #openPart(startSeconds: number): void {
    const { media } = this.#dependencies;
    if (media.currentTime < startSeconds) media.currentTime = startSeconds;
    this.#openHere();
  }

  /** Opens a live stream at its head, or at a distance from it. hls.js may be in the middle of an event: call it later. */
  #openAtHead(secondsBehindEdge: number | null = null): void {
    this.#live.forgetTimes();
    this.#open(0, secondsBehindEdge);
  }

  #open(startSeconds: number, secondsBehindEdge: number | null = null): void {
    this.#close();
    const source = this.#source;
    const url = source?.hlsManifestUrl;
    if (source === null || url === undefined) return;
    const isSoundOnly = this.#quality === 'audio';
    const begun = this.#begun;
    this.#begun = {};
    this.#opened = openStream({
      ...{ dependencies: this.#dependencies, path: this.path, source, url, startSeconds, secondsBehindEdge, begun },
      ...{ live: this.#live, quality: this.#quality, limits: this.#limits, loaded: this.#loaded },
      ...{ audioTrack: this.#audioTrack, audioTracks: this.#audioTracks, droppedFrames: this.#droppedFrames },
      onState: (state, sound) => {
        if (!isSoundOnly) this.#audioTracks = state.audioTracks;
        this.#events.emit('state', sound.complete(state));
      },
      onCues: (cues) => this.#events.emit('cues', cues),
      onError: (data) => {
        this.#events.emit('problem', { detail: data.details });
        this.#faults.handle(data);
      },
      onBuffered: (track) => this.#faults.buffered(track),
      onNewChance: () => this.#faults.progressed(),
      onRestarted: () => this.#faults.schedule(0, () => this.#openAtHead()),
      onOtherTracks: (seconds) => this.#faults.schedule(0, () => this.#openPart(seconds)),
      onUnplayable: (codec) => this.#end('fmt.noneavailable', `no decoder for ${codec}`, 'codec'),
      onLost: () => this.#faults.appendsLost(),
      onKeyFailed: (code, message) => this.#end(code, message, 'key'),
    });
    this.#opened.stream.open();
  }

  #close(): void {
    this.#faults.stop();
    const ending = this.#opened?.ending;
    this.#opened = null;
    ending?.abort();
  }

  #end(code: PlayerErrorCode, message: string, detail: string): void {
    this.#close();
    this.#events.emit('fatal', { code, message, detail });
  }
}
