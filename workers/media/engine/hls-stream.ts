import {
  ErrorDetails,
  ErrorTypes,
  Events,
  type ErrorData,
  type Fragment,
  type HlsConfig,
  type Level,
  type LevelDetails,
} from 'hls.js';
import type Hls from 'hls.js';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { LoadingLimits } from '../../../protocol/media/loading-limits.ts';
import type { MediaEngineState } from '../../../protocol/media/media-engine.ts';
import type { QualityName } from '../../../protocol/host/player-info.ts';
import {
  bestLevelNamed,
  bytesPerHourOf,
  isKnown,
  levelName,
  qualitiesOf,
} from '../../../protocol/runtime/media/level-names.ts';
import { bufferRanges } from '../buffer-ranges.ts';
import { adoptBuffers } from '../head-start/adopt-buffers.ts';
import type { StartedStream } from '../head-start/head-start.ts';
import type { StreamCues } from '../../../protocol/media/stream-cues.ts';
import { AbortLoop } from './abort-loop.ts';
import { followHeadStartLevel } from './head-start-level.ts';
import type { FollowedCaptions, StreamCaptionsDependencies } from './captions/stream-captions.ts';
import { describeTrack } from './describe-track.ts';
import type { DroppedFrames } from './dropped-frames.ts';
import { followLive } from './follow-live.ts';
import type { HlsLibrary, HlsMedia } from './hls-library.ts';
import type { WatchedForLacks } from './lacks.ts';
import { noticeDecoderFaults } from './decoder-faults.ts';
import { keepChosenLevel } from './keep-chosen-level.ts';
import { leaveHolesWhilePaused } from './leave-holes.ts';
import { preferBetterCodec } from './prefer-codec.ts';
import type { LiveState } from './live-state.ts';
import { noticeLostAppends } from './lost-appends.ts';
import { recordStream } from './record-stream.ts';
import { SkippedSegments } from './skipped-segments.ts';
import { StreamLimits } from './stream-limits.ts';
import { UnseenEnd } from './unseen-end.ts';

export interface HlsStreamDependencies {
  readonly Hls: HlsLibrary;
  readonly media: HlsMedia;
  readonly clock: Clock;
  readonly isOnline: () => boolean;
  /** Makes a source and attaches it to the real element, where that is on another thread. */
  readonly openMediaSource: (() => MediaSource) | undefined;
  readonly startedStream: StartedStream | undefined;
  readonly spans: SpanRing | undefined;
  readonly live: LiveState;
  readonly url: string;
  readonly config: Partial<HlsConfig>;
  readonly quality: QualityName;
  /** Id of the track that was chosen in an earlier stream of the source; empty for none. */
  readonly audioTrack: string;
  readonly limits: LoadingLimits;
  /** Shared by all streams of an element. */
  readonly droppedFrames: DroppedFrames;
  readonly memoryGigabytes: number | undefined;
  readonly mediaCapabilities?: Pick<MediaCapabilities, 'decodingInfo'> | undefined;
  /** Counts what is loaded. */
  readonly loaded: { bytes: number };
  readonly onState: (state: MediaEngineState) => void;
  readonly onError: (error: ErrorData) => void;
  /** A segment of this track was appended to its buffer. */
  readonly onBuffered: (track: string) => void;
  /** A live stream whose encoder has started again has to be reopened. */
  readonly onRestarted: () => void;
  /** The source drops what is appended to it. */
  readonly onLost: () => void;
  readonly followCaptions: ((dependencies: StreamCaptionsDependencies) => FollowedCaptions) | undefined;
  readonly followKeys: ((hls: Hls) => void) | undefined;
  readonly lacks: WatchedForLacks | undefined;
  readonly onCues: (cues: StreamCues) => void;
}

/** Until the end of an aborted request is reported, on a busy machine. */
const ABORT_SETTLES_MS = 100;
/** Between two reports of the loaded bytes, which are looked at rarely: each costs main a message. Our choice. */
const LOADED_INTERVAL_MS = 5_000;

/** One instance of hls.js, from opening to destruction, and its media. */
export class HlsStream {
  readonly #dependencies: HlsStreamDependencies;
  readonly #hls: Hls;
  readonly #skipped: SkippedSegments;
  readonly #unseenEnd: UnseenEnd;
  readonly #abortLoop = new AbortLoop();
  #quality: QualityName;
  readonly #limits: StreamLimits;
  #shown: Level | null = null;
  /** First characters of the codec in which the stream is loaded; empty where there is one alone. */
  #codec = '';
  #hasBuffered = false;
  #buffers: readonly SourceBuffer[] = [];
  /** hls.js has requested something since it was stopped. */
  #hasBegunByItself = false;
  #cancelStart: () => void = () => undefined;
  #cancelTelling: (() => void) | null = null;
  readonly #captions: FollowedCaptions | undefined;

  constructor(dependencies: HlsStreamDependencies, signal: AbortSignal) {
    this.#dependencies = dependencies;
    const { Hls, media, config, quality, clock, isOnline, spans } = dependencies;
    this.#quality = quality;
    this.#limits = new StreamLimits(dependencies);
    this.#skipped = new SkippedSegments(media);
    this.#unseenEnd = new UnseenEnd(media, () => this.#buffers.map(bufferRanges));
    this.#hls = new Hls({ ...config, ...this.#limits.config(Hls.DefaultConfig.capLevelController) });
    this.#limits.follow(this.#hls, signal);
    if (spans !== undefined) recordStream(this.#hls, spans);
    const { live, onRestarted, onLost } = dependencies;
    followLive({ hls: this.#hls, media, clock, live, onChanged: () => this.tellState(), onRestarted }, signal);
    leaveHolesWhilePaused({ hls: this.#hls, media, clock }, signal);
    noticeLostAppends(this.#hls, onLost);
    const { followCaptions, onCues, lacks } = dependencies;
    this.#captions = (followCaptions ?? lacks?.followCaptions)?.({
      hls: this.#hls,
      onTracks: () => this.tellState(),
      onCues,
      onLost: () => this.reloadHere(),
    });
    dependencies.followKeys?.(this.#hls);
    keepChosenLevel({ hls: this.#hls, media, isOnline }, signal);
    const onPreferred = (codec: string): void => {
      this.#codec = codec;
      this.#chooseLevel();
      this.tellState();
    };
    preferBetterCodec({ hls: this.#hls, capabilities: dependencies.mediaCapabilities, onPreferred }, signal);
    const onSeeking = (): void => {
      this.#beginHere();
      this.#skipped.leaveHole();
    };
    media.addEventListener('seeking', onSeeking, { signal });
    const { startedStream } = dependencies;
    const onShown = (level: number): void => {
      if (this.#hls.levels[level] !== this.#shown) this.#show(level);
    };
    if (startedStream !== undefined) followHeadStartLevel({ hls: this.#hls, media, startedStream, onShown }, signal);
    noticeDecoderFaults({ media, clock, shownLevel: () => this.#shown, onError: dependencies.onError }, signal);
    signal.addEventListener('abort', () => {
      this.#cancelStart();
      this.#cancelTelling?.();
      this.#hls.destroy();
    });
  }

  open(): void {
    const { url, startedStream } = this.#dependencies;
    this.#listen(this.#hls);
    this.#hls.loadSource(url);
    this.#attach(startedStream);
    this.#hls.recoverMediaError = () => this.#attachAgain();
  }

  get hasLevels(): boolean {
    return this.#hls.levels.length > 0;
  }

  setQuality(quality: QualityName): void {
    this.#quality = quality;
    this.#chooseLevel();
    // The page may know the qualities, and not have them from here yet.
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

  /** Requests again what failed to load. */
  reload(): void {
    if (this.hasLevels) this.#startAnew(() => this.#hls.startLoad());
    else this.#hls.loadSource(this.#dependencies.url);
  }

  reloadHere(): void {
    this.#startAnew(() => this.#hls.startLoad(this.#dependencies.media.currentTime));
  }

  /** A new source, at the same position. */
  reset(): void {
    this.#hls.recoverMediaError();
  }

  /** Continues with a lower level, after a decoder has failed. Returns `false` where none is lower. */
  lower(): boolean {
    const isLower = this.#limits.leaveLevel(this.#hls.loadLevel);
    if (isLower) this.reset();
    return isLower;
  }

  /** Continues without a segment. */
  skip(fragment: Fragment, type: ErrorTypes): void {
    this.#skipped.add(fragment);
    if (type === ErrorTypes.MEDIA_ERROR) this.#hls.recoverMediaError();
    else this.#startAnew(() => this.#hls.startLoad(this.#skipped.placeToPlay()));
  }

  /** Nothing can be played after it. */
  isLast({ type, level, sn }: Fragment): boolean {
    const track: string = type;
    const { details } = (track === 'audio' ? this.#hls.audioTracks : this.#hls.levels)[level] ?? {};
    return details?.live === false && sn === details.endSN;
  }

  #listen(hls: Hls): void {
    const { media, startedStream, onError, onBuffered, loaded } = this.#dependencies;
    const tellState = (): void => this.tellState();
    hls.on(Events.ERROR, (_, data) => {
      if (data.details === ErrorDetails.INTERNAL_ABORTED && data.frag !== undefined && this.#abortLoop.note(data.frag))
        this.#startAnew(() => hls.startLoad(media.currentTime, true));
      if (data.details === ErrorDetails.BUFFER_STALLED_ERROR) this.#endIfReached(true);
      // An encoder's last segment may be shorter than a frame: hls.js would load it again and again.
      const { frag } = data;
      if (data.details === ErrorDetails.BUFFER_APPEND_NO_PROGRESS && frag !== undefined && this.isLast(frag))
        this.#skipped.add(frag);
      // The library resets the source by itself, and would come back to the level.
      if (data.details === ErrorDetails.BUFFER_APPENDING_ERROR && data.sourceBufferName !== 'audio')
        this.#limits.leaveLevel(hls.loadLevel);
      onError(data);
    });
    hls.on(Events.MANIFEST_PARSED, () => {
      this.#chooseLevel();
      tellState();
      // Continues from the head start, without a seek.
      if (startedStream !== undefined) hls.startLoad(media.currentTime, true);
    });
    hls.on(Events.BUFFER_CREATED, (_, { tracks }) => {
      this.#buffers = Object.values(tracks).flatMap(({ buffer }) => buffer ?? []) as SourceBuffer[];
    });
    hls.on(Events.LEVEL_UPDATED, (_, { details }) => this.#useGaps('main', details));
    hls.on(Events.AUDIO_TRACK_UPDATED, (_, { details }) => this.#useGaps('audio', details));
    hls.on(Events.AUDIO_TRACKS_UPDATED, () => {
      const { audioTrack } = this.#dependencies;
      if (audioTrack !== '' && hls.audioTracks[Number(audioTrack)] !== undefined) hls.audioTrack = Number(audioTrack);
      tellState();
    });
    hls.on(Events.AUDIO_TRACK_SWITCHING, tellState);
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => this.#show(level));
    hls.on(Events.FRAG_LOADING, () => {
      this.#hasBegunByItself = true;
    });
    hls.on(Events.FRAG_LOADED, (_, { payload }) => {
      loaded.bytes += payload.byteLength;
    });
    hls.on(Events.FRAG_BUFFERED, (_, { frag }) => {
      this.#tellLoadedSoon();
      this.#hasBuffered = true;
      this.#abortLoop.end();
      const track: string = frag.type;
      onBuffered(track);
      this.#skipped.leaveHole();
      if (track === 'main' && this.isLast(frag)) this.#endPictures();
      if (track === 'audio' && this.isLast(frag)) this.#unseenEnd.lastSoundBuffered();
      this.#endIfReached();
    });
    hls.on(Events.FRAG_PARSED, () => this.#endIfReached());
  }

  /** hls.js jumps over a gap that playback reaches, and waits for one that it begins in. */
  #useGaps(track: string, { fragments }: LevelDetails): void {
    this.#skipped.useGaps(track, fragments);
    const { currentTime, buffered } = this.#dependencies.media;
    if (this.#hasBuffered || buffered.length > 0) return;
    const startSeconds = currentTime > 0 ? currentTime : Math.max(0, this.#hls.config.startPosition);
    const seconds = this.#skipped.behindHoles(startSeconds);
    if (seconds === startSeconds) return;
    this.#hls.config.startPosition = seconds;
    this.#startAnew(() => this.#hls.startLoad(seconds));
  }

  /**
   * hls.js holds sound back until it has pictures for it, and looks for them when more are appended. Those of the last
   * segment may have come while the buffers were made, unseen; the end of the pictures releases the sound.
   */
  #endPictures(): void {
    this.#unseenEnd.lastPicturesBuffered();
    if (!this.#hls.audioTracks.some(({ url }) => url)) this.#unseenEnd.lastSoundBuffered();
    this.#hls.trigger(Events.BUFFER_EOS, { type: 'video' });
  }

  #endIfReached(isStalled = false): void {
    if (this.#unseenEnd.isReached(isStalled)) this.#hls.trigger(Events.BUFFER_EOS, { type: null });
  }

  /** Applies a choice made before the levels were known. `nextLevel` keeps the picture that is on screen, and drops the rest. */
  #chooseLevel(): void {
    const hls = this.#hls;
    const level = bestLevelNamed(this.#quality, hls.levels, this.#codec);
    const chosen = hls.manualLevel;
    if (level < 0 && chosen < 0) return;
    if (level < 0) hls.loadLevel = -1;
    // Loaded segments are paid for: the automatic quality replaces them only where it is better.
    if (level >= 0 || hls.nextAutoLevel > chosen) hls.nextLevel = level;
  }

  #attach(startedStream?: StartedStream): void {
    const { media, openMediaSource } = this.#dependencies;
    if (startedStream !== undefined) adoptBuffers(startedStream);
    const mediaSource = startedStream?.mediaSource ?? openMediaSource?.();
    this.#hls.attachMedia(mediaSource === undefined ? media : { media, mediaSource });
  }

  /**
   * hls.js attaches by an object URL when it recovers, which is not possible in a worker, and at the beginning of a
   * video it would return to the place where the stream was opened.
   */
  #attachAgain(): void {
    const positionSeconds = this.#dependencies.media.currentTime;
    this.#hls.detachMedia();
    this.#attach();
    this.#startAnew(() => this.#hls.startLoad(positionSeconds));
  }

  /**
   * A viewer may seek before anything is loaded; hls.js would return them to its start position. Before its first
   * segments are in, it would wait forever: it appends nothing until both tracks have been parsed, a seek drops the
   * second, and that one is loaded at most a segment ahead of the first.
   */
  #beginHere(): void {
    const { media, startedStream } = this.#dependencies;
    const { currentTime } = media;
    const isContinued = startedStream !== undefined;
    // The event of a seek from before the stream was opened, which is where it begins: the request is on its way.
    const isThere = !isContinued && this.#hls.config.startPosition === currentTime;
    if (isThere || (this.#hasBuffered && media.buffered.length > 0)) return;
    this.#hls.config.startPosition = currentTime;
    if (this.hasLevels) this.#startAnew(() => this.#hls.startLoad(media.currentTime, isContinued));
  }

  /**
   * Stops and starts in separate tasks. In one task, hls.js learns that the request for an init segment was aborted
   * after it has restarted, aborts the new request, and waits forever. It also starts by itself when its source opens,
   * which may be meanwhile.
   */
  #startAnew(start: () => void): void {
    this.#hls.stopLoad();
    this.#hasBegunByItself = false;
    this.#cancelStart();
    this.#cancelStart = this.#dependencies.clock.after(ABORT_SETTLES_MS, () => {
      if (this.#hasBegunByItself) this.#startAnew(start);
      else start();
    });
  }

  #show(level: number): void {
    this.#shown = this.#hls.levels[level] ?? null;
    this.tellState();
  }

  #tellLoadedSoon(): void {
    this.#cancelTelling ??= this.#dependencies.clock.after(LOADED_INTERVAL_MS, () => this.tellState());
  }

  tellState(): void {
    this.#cancelTelling?.();
    this.#cancelTelling = null;
    const { levels, autoLevelEnabled, audioTrack, audioTracks } = this.#hls;
    const { live, onState } = this.#dependencies;
    const captions = this.#captions;
    onState({
      qualities: qualitiesOf(levels),
      dataUse: { bytesPerHour: bytesPerHourOf(levels, this.#codec), loadedBytes: this.#dependencies.loaded.bytes },
      quality: this.#shown === null || !isKnown(this.#shown) ? 'unknown' : levelName(this.#shown),
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
