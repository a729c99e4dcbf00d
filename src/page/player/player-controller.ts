import type { Clock, Random } from '../../../protocol/clock.ts';
import type { EmbedParameters } from '../../../protocol/embed-parameters.ts';
import { hostErrorCode, isPlayerErrorCode, type PlayerErrorCode } from '../../../protocol/errors.ts';
import type { HostCommand } from '../../../protocol/host-messages.ts';
import type { MediaEngine, MediaSourceDescription } from '../../../protocol/media-engine.ts';
import { succeed, type Outcome } from '../../../protocol/outcome.ts';
import { PLAYER_STATE, type QualityName, type SphericalProperties } from '../../../protocol/player-info.ts';
import type { PlayerResponse } from '../../../protocol/provider/player.ts';
import { AHEAD, normalDirection } from '../../../protocol/spherical.ts';
import type { VideoOptions } from '../../../protocol/video-options.ts';
import { Captions } from './captions.ts';
import { Emitter } from './emitter.ts';
import { initialSnapshot, NO_AUDIO, NO_VIDEO } from './initial-snapshot.ts';
import { Playback } from './playback.ts';
import { PlaybackObserver } from './playback-observer.ts';
import { runCommand } from './player-commands.ts';
import { PlayerModel } from './player-model.ts';
import {
  positionAt,
  type CommandSource,
  type ExecutedCommand,
  type Player,
  type PlayerControl,
  type PlayerErrorSnapshot,
  type PlayerSnapshot,
} from './player.ts';
import { VideoQueue, type VideoRequest } from './video-queue.ts';
import { errorSnapshot, mediaSourceOf, refusalOf, videoSnapshot } from './video-response.ts';

export interface PlayerControllerDependencies {
  readonly element: HTMLVideoElement;
  readonly clock: Clock;
  readonly random: Random;
  readonly parameters: EmbedParameters;
  readonly loadVideo: (request: VideoRequest) => Promise<Outcome<PlayerResponse>>;
  readonly openEngine: (source: MediaSourceDescription) => Promise<Outcome<MediaEngine>>;
  /** Exceptions of listeners. */
  readonly reportError: (error: unknown) => void;
  /** Playback has failed; the words are for the log, not for the viewer. */
  readonly onFailure: (code: PlayerErrorCode, message: string) => void;
  /** Something that playback mends, or tries to. */
  readonly onTrouble: (detail: string) => void;
}

/**
 * A seek to the end stops this far before it and plays on to it. Tracks differ in length by some milliseconds, and an
 * element that is sent behind the last pictures waits for more of them until the engine has declared the end, which
 * some engines do only for one that plays.
 */
const END_MARGIN_SECONDS = 0.3;

/** The player: one video after the other, and everything that hosts and viewers may do with it. */
export class PlayerController implements Player, PlayerControl {
  readonly captions: Captions;
  readonly #clock: Clock;
  readonly #loadVideo: PlayerControllerDependencies['loadVideo'];
  readonly #onFailure: PlayerControllerDependencies['onFailure'];
  readonly #element: HTMLVideoElement;
  readonly #model: PlayerModel;
  readonly #playback: Playback;
  readonly #queue: VideoQueue;
  readonly #commands: Emitter<ExecutedCommand>;
  readonly #sources = new Map<HostCommand['name'], CommandSource>();
  /** Grows with every video, so that answers about an earlier one are recognised. */
  #turn = 0;
  /** What is to happen once the answer about the video is here. */
  #intent: 'load' | 'cue' = 'cue';
  #response: PlayerResponse | null = null;
  /** Playback stopped at `endSeconds`, so the element itself does not know that it is over. */
  #endedByClip = false;
  #isHeld = false;

  constructor(dependencies: PlayerControllerDependencies) {
    const { element, clock, random, parameters, loadVideo, openEngine, reportError, onFailure, onTrouble } =
      dependencies;
    this.#element = element;
    this.#clock = clock;
    this.#loadVideo = loadVideo;
    this.#onFailure = onFailure;
    const { mute, loop } = parameters;
    /** The inline script may have made it as loud as last time already. */
    element.muted ||= mute;
    const sound = { volume: Math.round(element.volume * 100), muted: element.muted };
    this.#model = new PlayerModel(initialSnapshot({ ...sound, loop }), clock, reportError);
    this.#commands = new Emitter(reportError);
    this.#queue = new VideoQueue(this.#model, random);
    this.captions = new Captions(this.#model, element, parameters);
    const observer = new PlaybackObserver({
      model: this.#model,
      playback: () => this.#playback,
      onEndReached: (reason) => this.#onEndReached(reason),
      onFailure: (code, message) => this.#fail(errorSnapshot(code), message),
      onTrouble,
    });
    this.#playback = new Playback({ element, clock, openEngine, events: observer });
  }

  getSnapshot = (): PlayerSnapshot => this.#model.snapshot;
  subscribe: Player['subscribe'] = (listener) => this.#model.subscribe(listener);
  onEvent: Player['onEvent'] = (listener) => this.#model.onEvent(listener);
  onCommand: PlayerControl['onCommand'] = (listener) => this.#commands.on(listener);
  lastSourceOf: PlayerControl['lastSourceOf'] = (name) => this.#sources.get(name);

  execute = (command: HostCommand, by: CommandSource): Outcome<void> => {
    const outcome = runCommand(this, command, by);
    this.#sources.set(command.name, by);
    this.#commands.emit({ command, by });
    return outcome;
  };

  /** Ends everything. */
  stop(): void {
    this.#turn += 1;
    this.captions.replace([]);
    this.#playback.stop();
  }

  // — Videos and playlists —

  /** Shows a video or a playlist (C2). `response` is the provider's answer where it is known already. */
  show(options: VideoOptions, how: 'load' | 'cue', response?: PlayerResponse): Outcome<void> {
    const request = this.#queue.request(options);
    if (!request.ok) return request;
    void this.#open(request.value, how, options, response);
    return succeed(undefined);
  }

  /**
   * The first video of a page. Here a bad id has nobody to be refused to: it is the page's error, told at ready time and
   * to every host that comes later (P5, P8).
   */
  showInitial(options: VideoOptions, how: 'load' | 'cue', response?: PlayerResponse): void {
    const isEmpty = Object.keys(options).every((key) => key === 'startSeconds' || key === 'endSeconds');
    /** A frame without a video waits for the host to name one. */
    if (isEmpty) return this.#model.becomeReady();
    const shown = this.show(options, how, response);
    if (shown.ok) return;
    const refusal = response === undefined ? null : refusalOf(response.playabilityStatus);
    this.#model.update({ video: { ...NO_VIDEO, videoId: options.videoId ?? '' } });
    this.#fail(refusal ?? errorSnapshot('api.invalidparam'), shown.message);
  }

  goTo(index: number): Outcome<void> {
    const videoId = this.#queue.goTo(index);
    if (videoId !== undefined) void this.#open({ videoId }, 'load', {});
    return succeed(undefined);
  }

  step(direction: 1 | -1): Outcome<void> {
    const index = this.#queue.neighbour(direction);
    if (index !== null) return this.goTo(index);
    return this.getSnapshot().playlist === null ? succeed(undefined) : this.stopVideo();
  }

  setLoop(loop: boolean): Outcome<void> {
    this.#model.update({ loop });
    return succeed(undefined);
  }

  setShuffle(shuffled: boolean): Outcome<void> {
    this.#queue.setShuffled(shuffled);
    return succeed(undefined);
  }

  // — Playback —

  play(by: CommandSource | 'autoplay'): Outcome<void> {
    const { state, error, video } = this.getSnapshot();
    if (error !== null) return this.retry();
    this.#intent = 'load';
    /** The answer about the video is still on its way; it will play then. */
    if (this.#response === null) return succeed(undefined);
    if (state === PLAYER_STATE.ended && this.#endedByClip) this.#seekElement(video.startSeconds);
    this.#endedByClip = false;
    this.#model.advance('play-requested');
    this.#playback.play({ mayMute: by !== 'viewer' });
    return succeed(undefined);
  }

  pause(): Outcome<void> {
    this.#intent = 'cue';
    if (this.#playback.wantsPlaying) this.#playback.pause();
    return succeed(undefined);
  }

  /** Gives up the stream and shows the poster again (host-api 2.3: clients expect 5 or −1). */
  stopVideo(): Outcome<void> {
    this.#intent = 'cue';
    if (this.#response === null || this.getSnapshot().error !== null) return succeed(undefined);
    this.#prepare(this.#response, this.getSnapshot().video.startSeconds);
    this.#model.advance('stopped');
    return succeed(undefined);
  }

  /** Paused stays paused, any other state plays (host-api 2.3). `allowSeekAhead` false refuses what is not buffered. */
  seekTo(seconds: number, allowSeekAhead: boolean, by: CommandSource): Outcome<void> {
    const { durationSeconds, bufferedRanges, state, video } = this.getSnapshot();
    const latestSeconds = durationSeconds > 0 ? durationSeconds - END_MARGIN_SECONDS : Infinity;
    const target = Math.max(0, Math.min(seconds, latestSeconds));
    const isBuffered = bufferedRanges.some(([start, end]) => target >= start && target <= end);
    if (!allowSeekAhead && !isBuffered) return succeed(undefined);
    /** A seek ends what cueing asked for (host-api 2.3). */
    if (video.endSeconds !== null || video.startSeconds > 0)
      this.#model.update({ video: { ...video, startSeconds: 0, endSeconds: null } });
    this.#endedByClip = false;
    this.#seekElement(target);
    return state === PLAYER_STATE.paused ? succeed(undefined) : this.play(by);
  }

  /** After an error: the same video at the same position. */
  retry(): Outcome<void> {
    const { position, video } = this.getSnapshot();
    const isPlayable = this.#response?.playabilityStatus.status === 'OK';
    this.#model.update({ error: null, video: { ...video, isPlayable } });
    if (isPlayable) {
      this.#model.advance('play-requested');
      this.#playback.retry(position.seconds);
    } else if (video.videoId !== '') {
      void this.#open({ videoId: video.videoId }, 'load', { startSeconds: position.seconds });
    }
    return succeed(undefined);
  }

  endPlayback(code: PlayerErrorCode, reason: string): void {
    /** Another try has to ask the provider again. */
    this.#response = null;
    const position = this.#playback.positionSeconds;
    this.#model.update({ position: this.#model.positionNow(position) });
    this.#playback.close();
    this.#fail(errorSnapshot(code, reason === '' ? undefined : reason), reason);
  }

  holdAtEnd(): void {
    this.#isHeld = true;
  }

  // — Settings —

  setVolume(volume: number): Outcome<void> {
    this.#element.volume = volume / 100;
    return succeed(undefined);
  }

  setMuted(muted: boolean): Outcome<void> {
    this.#element.muted = muted;
    if (!muted) this.#model.update({ autoplayBlocked: false });
    return succeed(undefined);
  }

  setPlaybackRate(rate: number): Outcome<void> {
    this.#element.defaultPlaybackRate = rate;
    this.#element.playbackRate = rate;
    return succeed(undefined);
  }

  /** Unknown names were never an error (host-api 2.3); one that is not on offer means automatic. */
  setQuality(name: string): Outcome<void> {
    const quality: QualityName = this.getSnapshot().qualities.find((offered) => offered === name) ?? 'auto';
    this.#model.update({ qualityChoice: quality });
    this.#playback.setQuality(quality);
    return succeed(undefined);
  }

  /** An id that is not on offer changes nothing. */
  setAudioTrack(id: string): Outcome<void> {
    if (this.getSnapshot().audio.tracks.some((track) => track.id === id)) this.#playback.setAudioTrack(id);
    return succeed(undefined);
  }

  /** Without effect on flat films; what is not named stays (host-api 2.3). */
  setSpherical({ enableOrientationSensor, ...angles }: SphericalProperties): Outcome<void> {
    const { spherical, orientationSensor } = this.getSnapshot();
    if (spherical.fov !== undefined)
      this.#model.update({
        spherical: normalDirection({ ...spherical, ...angles }),
        orientationSensor: enableOrientationSensor ?? orientationSensor,
      });
    return succeed(undefined);
  }

  /** The browser cannot draw a sphere: the film plays flat, and is a flat film to hosts (host-api 2.4). */
  refuseSpherical(): void {
    this.#model.update({ spherical: {} });
  }

  setFullscreen(fullscreen: boolean): void {
    if (this.#model.update({ fullscreen })) this.#model.emit('onFullscreenChange', fullscreen);
  }

  // — One video —

  async #open(
    request: VideoRequest,
    how: 'load' | 'cue',
    { startSeconds = 0, endSeconds }: VideoOptions,
    known?: PlayerResponse,
  ): Promise<void> {
    const turn = (this.#turn += 1);
    this.#intent = how;
    const response = known ?? this.#reusable(request);
    this.#reset(request.videoId ?? '', startSeconds, endSeconds ?? null, response);
    const answer = response === null ? await this.#loadVideo(request) : succeed(response);
    if (turn !== this.#turn) return;
    if (!answer.ok) {
      const code = isPlayerErrorCode(answer.code) ? answer.code : 'net.unknown';
      return this.#fail(errorSnapshot(code), answer.message);
    }
    this.#apply(answer.value, request);
  }

  /** A cue of the video that is there already needs no request (host-api 1.16). */
  #reusable({ videoId, playlistId }: VideoRequest): PlayerResponse | null {
    const current = this.#response;
    const isSame = playlistId === undefined && videoId !== undefined && current?.videoDetails?.videoId === videoId;
    return isSame && current?.playabilityStatus.status === 'OK' ? current : null;
  }

  /** What is known of the next video stays visible: a cue of the present one must not lose its duration. */
  #reset(videoId: string, startSeconds: number, endSeconds: number | null, known: PlayerResponse | null): void {
    this.#response = null;
    this.#endedByClip = this.#isHeld = false;
    this.#playback.close();
    this.#model.advance('video-changed', {
      video:
        known === null
          ? { ...NO_VIDEO, videoId, startSeconds, endSeconds }
          : videoSnapshot(known, videoId, startSeconds, endSeconds),
      position: this.#model.positionNow(startSeconds),
      durationSeconds: known?.videoDetails?.lengthSeconds ?? 0,
      bufferedRanges: [],
      seekable: [0, 0],
      quality: 'unknown',
      qualities: [],
      audio: NO_AUDIO,
      error: null,
      waiting: false,
      seeking: false,
      spherical: {},
    });
    /** Cueing and loading reset the speed (host-api 2.3). */
    this.setPlaybackRate(1);
  }

  #apply(response: PlayerResponse, request: VideoRequest): void {
    const { startSeconds, endSeconds } = this.getSnapshot().video;
    const video = videoSnapshot(response, request.videoId ?? '', startSeconds, endSeconds);
    if (response.playlist !== undefined) this.#queue.describe(response.playlist, video.videoId);
    this.#response = response;
    const durationSeconds = response.videoDetails?.lengthSeconds ?? 0;
    this.#model.update({ video, durationSeconds, seekable: [0, durationSeconds] });
    const refusal = refusalOf(response.playabilityStatus);
    if (refusal !== null) return this.#fail(refusal, refusal.title);
    if (!this.#prepare(response, video.startSeconds))
      return this.#fail(errorSnapshot('fmt.noneavailable'), 'no streams');
    this.captions.replace(response.captions ?? []);
    this.#model.update({ spherical: video.isSpherical ? AHEAD : {} });
    if (this.#intent === 'cue') this.#model.advance('cued');
    this.#model.becomeReady();
    if (this.#intent === 'load') this.play('autoplay');
  }

  #prepare(response: PlayerResponse, startSeconds: number): boolean {
    const source = mediaSourceOf(response, this.getSnapshot().video);
    if (source === null) return false;
    this.#playback.prepare({ ...source, startSeconds });
    const position = this.#model.positionNow(startSeconds);
    this.#model.update({ position, bufferedRanges: [], waiting: false, seeking: false });
    return true;
  }

  #fail(error: PlayerErrorSnapshot, message: string): void {
    const { video } = this.getSnapshot();
    const position = this.#model.positionNow(positionAt(this.getSnapshot(), this.#clock.monotonicNow()));
    const failed = { ...video, isPlayable: false };
    this.#model.advance('failed', { error, waiting: false, seeking: false, position, video: failed });
    this.#model.becomeReady();
    this.#onFailure(error.code, message);
    this.#model.emit('onError', hostErrorCode(error.code));
  }

  /** On with the list, around again, or over. There is no `ended` between the entries of a list (host-api 2.6). */
  #onEndReached(reason: 'video' | 'clip'): void {
    const { playlist, loop, video, durationSeconds } = this.getSnapshot();
    if (reason === 'clip') this.#playback.pause();
    const next = this.#isHeld ? null : this.#queue.neighbour(1);
    if (next !== null && playlist !== null && playlist.videoIds.length > 1) return void this.goTo(next);
    if (loop && !this.#isHeld) {
      this.#seekElement(video.startSeconds);
      return this.#playback.play({ mayMute: true });
    }
    this.#endedByClip = reason === 'clip';
    /** Exactly the duration: clients compare for equality (host-api 2.6). */
    const seconds = reason === 'clip' ? this.#playback.positionSeconds : durationSeconds;
    this.#model.advance('ended', { waiting: false, position: this.#model.positionNow(seconds) });
  }

  #seekElement(seconds: number): void {
    this.#model.update({ position: this.#model.positionNow(seconds) });
    this.#playback.seek(seconds);
  }
}
