import { ErrorTypes, Events, type ErrorData, type Fragment, type HlsConfig, type Level } from 'hls.js';
import type Hls from 'hls.js';
import type { QualityName } from '../../../protocol/host/player-info.ts';
import type { LoadingLimits } from '../../../protocol/media/loading-limits.ts';
import type { MediaEngineState } from '../../../protocol/media/media-engine.ts';
import type { StreamCues } from '../../../protocol/media/stream-cues.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { bytesPerHourOf, isKnown, levelName, qualitiesOf } from '../../../protocol/media/level-names.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import { adoptBuffers } from '../head-start/adopt-buffers.ts';
import type { StartedStream } from '../head-start/head-start.ts';
import type { FollowedCaptions, StreamCaptionsDependencies } from './captions/stream-captions.ts';
import { followCorrections } from './corrections/corrections.ts';
import { describeTrack } from './describe-track.ts';
import { followLive } from './follow-live.ts';
import type { HlsLibrary } from './hls-library.ts';
import type { LiveState } from './live-state.ts';
import { recordStream } from './record-stream.ts';
import { SkippedSegments } from './skipped-segments.ts';
import { StreamLimits, type StreamLimitsDependencies } from './stream-limits.ts';
import { StreamLoading } from './stream-loading.ts';
import { StreamQuality, type StreamQualityDependencies } from './stream-quality.ts';

export interface HlsStreamDependencies extends StreamLimitsDependencies {
  readonly Hls: HlsLibrary;
  readonly clock: Clock;
  readonly isTypeSupported: (type: string) => boolean;
  /** Creates a source and attaches it to the real element, if the element is on another thread. */
  readonly openMediaSource: (() => MediaSource) | undefined;
  readonly startedStream: StartedStream | undefined;
  readonly spans: SpanRing | undefined;
  readonly live: LiveState;
  readonly url: string;
  readonly config: Partial<HlsConfig>;
  readonly quality: QualityName;
  /** Id of the track that was chosen in an earlier stream of the source; empty without a choice. */
  readonly audioTrack: string;
  readonly mediaCapabilities?: StreamQualityDependencies['capabilities'];
  /** Counts loaded bytes. */
  readonly loaded: { bytes: number };
  readonly onState: (state: MediaEngineState) => void;
  readonly onError: (error: ErrorData) => void;
  /** A segment of this track was appended to its buffer. */
  readonly onBuffered: (track: string) => void;
  /** A live stream whose encoder has started again has to be reopened. */
  readonly onRestarted: () => void;
  /** The part that begins at `startSeconds` has other tracks than the source. */
  readonly onOtherTracks: (startSeconds: number) => void;
  /** A part has a codec that the browser lacks. */
  readonly onUnplayable: (codec: string) => void;
  /** The source drops appended segments. */
  readonly onLost: () => void;
  readonly followCaptions: ((dependencies: StreamCaptionsDependencies) => FollowedCaptions) | undefined;
  readonly followKeys: ((hls: Hls) => void) | undefined;
  readonly onCues: (cues: StreamCues) => void;
}

/** Interval of the reports of loaded bytes, which are rarely read; each report costs main a message. */
const LOADED_INTERVAL_MS = 5_000;

/** One instance of hls.js, from opening to destruction, and its media. */
export class HlsStream {
  readonly #dependencies: HlsStreamDependencies;
  readonly #hls: Hls;
  readonly #loading: StreamLoading;
  readonly #limits: StreamLimits;
  readonly #quality: StreamQuality;
  readonly #skipped: SkippedSegments;
  readonly #captions: FollowedCaptions | undefined;
  #shown: Level | null = null;
  #cancelTelling: (() => void) | null = null;

  constructor(dependencies: HlsStreamDependencies, signal: AbortSignal) {
    this.#dependencies = dependencies;
    const { Hls, media, config, quality, clock, spans, live, onRestarted, followCaptions, onCues } = dependencies;
    this.#limits = new StreamLimits(dependencies);
    const hls = new Hls({ ...config, ...this.#limits.config(Hls.DefaultConfig.capLevelController) });
    this.#hls = hls;
    this.#limits.follow(hls, signal);
    this.#loading = new StreamLoading({ hls, clock });
    this.#skipped = new SkippedSegments(media);
    if (spans !== undefined) recordStream(hls, spans);
    const onChanged = (): void => this.tellState();
    followLive({ hls, media, clock, live, onChanged, onRestarted }, signal);
    this.#captions = followCaptions?.({ hls, onTracks: onChanged, onCues, onLost: () => this.reloadHere() });
    dependencies.followKeys?.(hls);
    const capabilities = dependencies.mediaCapabilities;
    this.#quality = new StreamQuality({ hls, quality, capabilities, onCodec: onChanged }, signal);
    const { isOnline, isTypeSupported, startedStream } = dependencies;
    const { onError, onOtherTracks, onUnplayable, onLost } = dependencies;
    followCorrections(
      {
        ...{ hls, media, clock, isOnline, isTypeSupported, startedStream },
        ...{ onError, onOtherTracks, onUnplayable, onLost },
        ...{ skipped: this.#skipped, loading: this.#loading },
        shownLevel: () => this.#shown,
        onShown: (level) => {
          if (hls.levels[level] !== this.#shown) this.#show(level);
        },
        isLast: (fragment) => this.isLast(fragment),
        leaveLevel: (level) => this.#limits.leaveLevel(level),
        attach: () => this.#attach(),
      },
      signal,
    );
    signal.addEventListener('abort', () => {
      this.#loading.stop();
      this.#cancelTelling?.();
      hls.destroy();
    });
  }

  open(): void {
    this.#listen(this.#hls);
    this.#hls.loadSource(this.#dependencies.url);
    this.#attach(this.#dependencies.startedStream);
  }

  get hasLevels(): boolean {
    return this.#hls.levels.length > 0;
  }

  setQuality(quality: QualityName): void {
    this.#quality.set(quality);
    // The page may have the qualities from the provider, before this stream has levels.
    if (this.hasLevels) this.tellState();
  }

  setLimits(limits: LoadingLimits): void {
    this.#limits.set(limits);
  }

  setAudioTrack(id: string): void {
    this.#hls.audioTrack = Number(id);
  }

  setCaptionTrack(id: string): void {
    this.#captions?.choose(id);
  }

  /** Requests failed segments again, or the playlist if it failed. */
  reload(): void {
    if (this.hasLevels) this.#loading.restart(() => this.#hls.startLoad());
    else this.#hls.loadSource(this.#dependencies.url);
  }

  reloadHere(): void {
    this.#loading.restart(() => this.#hls.startLoad(this.#dependencies.media.currentTime));
  }

  /** A new source, at the same position. */
  reset(): void {
    this.#hls.recoverMediaError();
  }

  /** Continues with a lower level, after a decoder has failed. Returns `false` if this is the lowest level. */
  lower(): boolean {
    const isLower = this.#limits.leaveLevel(this.#hls.loadLevel);
    if (isLower) this.reset();
    return isLower;
  }

  /** Continues without a segment. */
  skip(fragment: Fragment, type: ErrorTypes): void {
    this.#skipped.add(fragment);
    if (type === ErrorTypes.MEDIA_ERROR) this.reset();
    else this.#loading.restart(() => this.#hls.startLoad(this.#skipped.placeToPlay()));
  }

  /** Whether nothing can be played after the fragment. */
  isLast({ type, level, sn }: Fragment): boolean {
    const track: string = type;
    const { details } = (track === 'audio' ? this.#hls.audioTracks : this.#hls.levels)[level] ?? {};
    return details?.live === false && sn === details.endSN;
  }

  #listen(hls: Hls): void {
    const { media, startedStream, audioTrack, onError, onBuffered, loaded, clock } = this.#dependencies;
    const tellState = (): void => this.tellState();
    hls.on(Events.ERROR, (_, data) => onError(data));
    hls.on(Events.MANIFEST_PARSED, () => {
      tellState();
      // Continues from the head start, without a seek.
      if (startedStream !== undefined) hls.startLoad(media.currentTime, true);
    });
    hls.on(Events.AUDIO_TRACKS_UPDATED, () => {
      if (audioTrack !== '' && hls.audioTracks[Number(audioTrack)] !== undefined) hls.audioTrack = Number(audioTrack);
      tellState();
    });
    hls.on(Events.AUDIO_TRACK_SWITCHING, tellState);
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => this.#show(level));
    hls.on(Events.FRAG_LOADED, (_, { payload }) => {
      loaded.bytes += payload.byteLength;
    });
    hls.on(Events.FRAG_BUFFERED, (_, { frag }) => {
      this.#cancelTelling ??= clock.after(LOADED_INTERVAL_MS, tellState);
      onBuffered(frag.type);
    });
  }

  #attach(startedStream?: StartedStream): void {
    const { media, openMediaSource } = this.#dependencies;
    if (startedStream !== undefined) adoptBuffers(startedStream);
    const mediaSource = startedStream?.mediaSource ?? openMediaSource?.();
    this.#hls.attachMedia(mediaSource === undefined ? media : { media, mediaSource });
  }

  #show(level: number): void {
    this.#shown = this.#hls.levels[level] ?? null;
    this.tellState();
  }

  tellState(): void {
    this.#cancelTelling?.();
    this.#cancelTelling = null;
    const { levels, autoLevelEnabled, audioTrack, audioTracks } = this.#hls;
    const { live, loaded, onState } = this.#dependencies;
    const captions = this.#captions;
    onState({
      qualities: qualitiesOf(levels),
      dataUse: { bytesPerHour: bytesPerHourOf(levels, this.#quality.codec), loadedBytes: loaded.bytes },
      quality: this.#shown === null || !isKnown(this.#shown) ? 'unknown' : levelName(this.#shown, levels),
      automatic: autoLevelEnabled,
      isLive: live.isLive,
      seekable: live.seekable,
      live: live.facts,
      audioTrack: audioTrack < 0 ? '' : String(audioTrack),
      audioTracks: audioTracks.map(describeTrack),
      ...(captions?.tracks.length ? { captionTracks: captions.tracks, captionTrack: captions.track } : {}),
    });
  }
}
