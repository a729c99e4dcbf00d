import type { Clock, Random } from '../../../protocol/clock.ts';
import { hostErrorCode, isPlayerErrorCode, type PlayerErrorCode } from '../../../protocol/errors.ts';
import type { EmbedParameters } from '../../../protocol/embed-parameters.ts';
import type { HostCommand } from '../../../protocol/host-messages.ts';
import { VideoId } from '../../../protocol/identifiers.ts';
import type { MediaEngine, MediaEngineState, MediaSourceDescription } from '../../../protocol/media-engine.ts';
import { fail, succeed, type Outcome } from '../../../protocol/outcome.ts';
import { PLAYER_STATE, type QualityName } from '../../../protocol/player-info.ts';
import type { PlayerResponse } from '../../../protocol/provider/player.ts';
import { videoIdOfUrl, type VideoOptions } from '../../../protocol/video-options.ts';
import { CaptionTracks, trackForLanguage } from './caption-tracks.ts';
import { Emitter } from './emitter.ts';
import { initialSnapshot, NO_VIDEO } from './initial-snapshot.ts';
import { Playback } from './playback.ts';
import { runCommand } from './player-commands.ts';
import type {
  CaptionSnapshot,
  CommandSource,
  Player,
  PlayerErrorSnapshot,
  PlayerEvent,
  PlayerSnapshot,
} from './player.ts';
import { positionAt } from './player.ts';
import { makePlaylist, neighbour, playlistReference, shuffle } from './playlist.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { statesAfter, type StateInput } from './state-machine.ts';
import { sameRanges } from './time-ranges.ts';
import { errorSnapshot, mediaSourceOf, refusalOf, videoSnapshot } from './video-response.ts';

export interface VideoRequest {
  readonly videoId?: string;
  readonly playlistId?: string;
  readonly playlistIndex?: number;
}

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
}

/** A position that differs by less than this from what everybody computes is no news, seconds. */
const DRIFT_TOLERANCE_SECONDS = 0.15;
/** This close to the live edge counts as live, seconds. */
const LIVE_HEAD_TOLERANCE_SECONDS = 10;

/** The player: one video after the other, what is known of it, and everything that hosts and viewers may do with it. */
export class PlayerController implements Player {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #parameters: EmbedParameters;
  readonly #loadVideo: PlayerControllerDependencies['loadVideo'];
  readonly #element: HTMLVideoElement;
  readonly #store: SnapshotStore<PlayerSnapshot>;
  readonly #events: Emitter<PlayerEvent>;
  readonly #playback: Playback;
  readonly #onFailure: PlayerControllerDependencies['onFailure'];
  readonly #captionTracks: CaptionTracks;
  /** Grows with every video, so that answers about an earlier one are recognised. */
  #turn = 0;
  /** What is to happen once the answer about the video is here. */
  #intent: 'load' | 'cue' = 'cue';
  #response: PlayerResponse | null = null;
  /** Playlist entries as they were before shuffling. */
  #playlistOrder: readonly string[] = [];
  #endedByClip = false;

  constructor(dependencies: PlayerControllerDependencies) {
    const { element, clock, random, parameters, loadVideo, openEngine, reportError, onFailure } = dependencies;
    this.#element = element;
    this.#clock = clock;
    this.#random = random;
    this.#parameters = parameters;
    this.#loadVideo = loadVideo;
    this.#onFailure = onFailure;
    this.#store = new SnapshotStore(initialSnapshot({ muted: parameters.mute, loop: parameters.loop }), reportError);
    this.#events = new Emitter(reportError);
    this.#captionTracks = new CaptionTracks(element, (cues) => this.#updateCaptions({ cues }));
    element.muted = parameters.mute;
    this.#playback = new Playback({
      element,
      clock,
      openEngine,
      events: {
        playing: () => this.#onPlaying(),
        waiting: () => this.#onWaiting(),
        paused: () => this.#onPaused(),
        ended: () => this.#onEnded(),
        seeking: () => this.#onSeeking(),
        seeked: () => this.#onSeeked(),
        moved: () => this.#onMoved(),
        durationKnown: (durationSeconds) => this.#onDuration(durationSeconds),
        buffered: () => this.#onBuffered(),
        volumeChanged: (volume, muted) => this.#onVolume(volume, muted),
        rateChanged: (rate) => this.#onRate(rate),
        engineState: (state) => this.#onEngineState(state),
        failed: (code, message) => this.#fail(errorSnapshot(code), message),
        trouble: () => undefined,
        autoplayBlocked: () => {
          this.#store.update({ autoplayBlocked: true });
          this.#emit('onAutoplayBlocked', null);
        },
      },
    });
  }

  getSnapshot = (): PlayerSnapshot => this.#store.get();
  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);
  onEvent = (listener: (event: PlayerEvent) => void): (() => void) => this.#events.on(listener);

  execute = (command: HostCommand, by: CommandSource): Outcome<void> => runCommand(this, command, by);

  /** Ends everything. */
  stop(): void {
    this.#turn += 1;
    this.#captionTracks.replace([]);
    this.#playback.stop();
  }

  // — Videos and playlists —

  /**
   * Shows a video or a playlist (C2). A malformed id or address is a failure that has changed nothing (H4). `response`
   * is the provider's answer where it is known already.
   */
  show(options: VideoOptions, how: 'load' | 'cue', response?: PlayerResponse): Outcome<void> {
    const fromUrl = options.mediaContentUrl === undefined ? undefined : videoIdOfUrl(options.mediaContentUrl);
    if (options.mediaContentUrl !== undefined && fromUrl === undefined)
      return fail('api.invalidparam', `not the address of a video: ${options.mediaContentUrl}`);
    const videoId = options.videoId ?? fromUrl;
    if (videoId !== undefined && !VideoId.safeParse(videoId).success)
      return fail('api.invalidparam', `not a video id (11 characters of A-Z a-z 0-9 _ -): ${videoId}`);
    const reference = playlistReference(options);
    if (videoId === undefined && reference === null) return fail('api.invalidparam', 'no video and no playlist given');
    const index = options.index ?? 0;
    if (reference === null) this.#setPlaylist([], 0, null);
    else if ('videoIds' in reference) {
      /** The video of the address comes first, the list after it (host-api 4 `playlist`). */
      const ids =
        videoId === undefined ? reference.videoIds : [videoId, ...reference.videoIds.filter((id) => id !== videoId)];
      const valid = ids.filter((id) => VideoId.safeParse(id).success);
      if (valid.length === 0) return fail('api.invalidparam', 'the playlist holds no video id');
      this.#setPlaylist(valid, index, null);
    }
    const request =
      reference !== null && 'listId' in reference
        ? { playlistId: reference.listId, playlistIndex: index, ...(videoId === undefined ? {} : { videoId }) }
        : { videoId: this.getSnapshot().playlist?.videoIds[this.getSnapshot().playlist?.index ?? 0] ?? videoId ?? '' };
    void this.#open(request, how, options, response);
    return succeed(undefined);
  }

  /**
   * The first video of a page. Here a bad id has nobody to be refused to: it is the page's error, told at ready time and
   * to every host that comes later (P5, P8).
   */
  showInitial(options: VideoOptions, how: 'load' | 'cue', response?: PlayerResponse): void {
    const isEmpty = Object.keys(options).every((key) => key === 'startSeconds' || key === 'endSeconds');
    /** A frame without a video waits for the host to name one. */
    if (isEmpty) return this.#becomeReady();
    const shown = this.show(options, how, response);
    if (shown.ok) return;
    const refusal = response === undefined ? null : refusalOf(response.playabilityStatus);
    this.#store.update({ video: { ...NO_VIDEO, videoId: options.videoId ?? '' } });
    this.#fail(refusal ?? errorSnapshot('api.invalidparam'), shown.message);
  }

  goTo(index: number): Outcome<void> {
    const { playlist } = this.getSnapshot();
    const videoId = playlist?.videoIds[index];
    if (playlist === null || videoId === undefined) return succeed(undefined);
    this.#store.update({ playlist: { ...playlist, index } });
    void this.#open({ videoId }, 'load', {});
    return succeed(undefined);
  }

  step(direction: 1 | -1): Outcome<void> {
    const { playlist, loop } = this.getSnapshot();
    const index = playlist === null ? null : neighbour(playlist, direction, loop);
    if (index !== null) return this.goTo(index);
    return playlist === null ? succeed(undefined) : this.stopVideo();
  }

  setLoop(loop: boolean): Outcome<void> {
    this.#store.update({ loop });
    return succeed(undefined);
  }

  setShuffle(shuffled: boolean): Outcome<void> {
    const { playlist } = this.getSnapshot();
    if (playlist !== null)
      this.#store.update({ playlist: shuffle(playlist, shuffled, this.#playlistOrder, this.#random) });
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
    this.#advance('play-requested');
    this.#playback.play({ mayMute: by !== 'viewer' });
    return succeed(undefined);
  }

  pause(): Outcome<void> {
    this.#intent = 'cue';
    if (this.getSnapshot().state !== PLAYER_STATE.ended && this.#playback.wantsPlaying) this.#playback.pause();
    return succeed(undefined);
  }

  /** Gives up the stream and shows the poster again (host-api 2.3: clients expect 5 or −1). */
  stopVideo(): Outcome<void> {
    this.#intent = 'cue';
    if (this.#response === null || this.getSnapshot().error !== null) return succeed(undefined);
    this.#prepare(this.#response, this.getSnapshot().video.startSeconds);
    this.#advance('stopped');
    return succeed(undefined);
  }

  /** Paused stays paused, any other state plays (host-api 2.3). `allowSeekAhead` false refuses what is not buffered. */
  seekTo(seconds: number, allowSeekAhead: boolean, by: CommandSource): Outcome<void> {
    const { durationSeconds, bufferedRanges, state, video } = this.getSnapshot();
    const target = Math.max(0, durationSeconds > 0 ? Math.min(seconds, durationSeconds) : seconds);
    const isBuffered = bufferedRanges.some(([start, end]) => target >= start && target <= end);
    if (!allowSeekAhead && !isBuffered) return succeed(undefined);
    /** A seek ends what cueing asked for (host-api 2.3). */
    if (video.endSeconds !== null || video.startSeconds > 0)
      this.#store.update({ video: { ...video, startSeconds: 0, endSeconds: null } });
    this.#endedByClip = false;
    this.#seekElement(target);
    return state === PLAYER_STATE.paused ? succeed(undefined) : this.play(by);
  }

  /** After an error: the same video at the same position. */
  retry(): Outcome<void> {
    const { position, video } = this.getSnapshot();
    const response = this.#response;
    this.#store.update({ error: null });
    if (response !== null && response.playabilityStatus.status === 'OK') {
      this.#advance('play-requested');
      this.#playback.retry(position.seconds);
    } else if (video.videoId !== '') {
      void this.#open({ videoId: video.videoId }, 'load', { startSeconds: position.seconds });
    }
    return succeed(undefined);
  }

  // — Settings —

  setVolume(volume: number): Outcome<void> {
    this.#element.volume = volume / 100;
    return succeed(undefined);
  }

  setMuted(muted: boolean): Outcome<void> {
    this.#element.muted = muted;
    if (!muted) this.#store.update({ autoplayBlocked: false });
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
    this.#store.update({ qualityChoice: quality });
    this.#playback.setQuality(quality);
    return succeed(undefined);
  }

  /** Shows the caption track at an index, or none for -1. */
  setCaptions(active: number): Outcome<void> {
    const { captions } = this.getSnapshot();
    if (active >= captions.tracks.length) return fail('api.invalidparam', `no caption track ${active}`);
    this.#updateCaptions({ active });
    this.#captionTracks.show(active);
    return succeed(undefined);
  }

  setCaptionModule(moduleLoaded: boolean): Outcome<void> {
    if (moduleLoaded === this.getSnapshot().captions.moduleLoaded) return succeed(undefined);
    this.#updateCaptions({ moduleLoaded });
    this.#emit('onApiChange', null);
    const { tracks } = this.getSnapshot().captions;
    return this.setCaptions(moduleLoaded && tracks.length > 0 ? preferredTrack(tracks, this.#parameters) : -1);
  }

  setCaptionFontSize(fontSize: number): Outcome<void> {
    this.#updateCaptions({ fontSize: Math.min(3, Math.max(-1, Math.round(fontSize))) });
    return succeed(undefined);
  }

  setSpherical(spherical: PlayerSnapshot['spherical']): Outcome<void> {
    if (this.getSnapshot().video.isSpherical)
      this.#store.update({ spherical: { ...this.getSnapshot().spherical, ...spherical } });
    return succeed(undefined);
  }

  setFullscreen(fullscreen: boolean): void {
    if (this.#store.update({ fullscreen })) this.#emit('onFullscreenChange', fullscreen);
  }

  // — One video —

  async #open(
    request: VideoRequest,
    how: 'load' | 'cue',
    options: VideoOptions,
    known?: PlayerResponse,
  ): Promise<void> {
    const turn = (this.#turn += 1);
    this.#intent = how;
    const startSeconds = options.startSeconds ?? 0;
    const endSeconds = options.endSeconds ?? null;
    const cached = this.#reusable(request);
    this.#reset(request.videoId ?? '', startSeconds, endSeconds);
    const answer =
      known !== undefined ? succeed(known) : cached !== null ? succeed(cached) : await this.#loadVideo(request);
    if (turn !== this.#turn) return;
    if (!answer.ok) return this.#fail(errorSnapshot(playerErrorOf(answer.code)), answer.message);
    this.#apply(answer.value, request, startSeconds, endSeconds);
  }

  /** A cue of the video that is there already needs no request (host-api 1.16). */
  #reusable({ videoId, playlistId }: VideoRequest): PlayerResponse | null {
    const current = this.#response;
    const isSame = playlistId === undefined && videoId !== undefined && current?.videoDetails?.videoId === videoId;
    return isSame && current?.playabilityStatus.status === 'OK' ? current : null;
  }

  #reset(videoId: string, startSeconds: number, endSeconds: number | null): void {
    this.#response = null;
    this.#endedByClip = false;
    this.#playback.close();
    this.#captionTracks.replace([]);
    this.#advance('video-changed', {
      video: { ...NO_VIDEO, videoId, startSeconds, endSeconds },
      position: this.#stillAt(startSeconds),
      durationSeconds: 0,
      bufferedRanges: [],
      seekable: [0, 0],
      quality: 'unknown',
      qualities: [],
      error: null,
      waiting: false,
      seeking: false,
      spherical: {},
    });
    /** Cueing and loading reset the speed (host-api 2.3). */
    this.setPlaybackRate(1);
  }

  #apply(response: PlayerResponse, request: VideoRequest, startSeconds: number, endSeconds: number | null): void {
    const video = videoSnapshot(response, request.videoId ?? '', startSeconds, endSeconds);
    if (response.playlist !== undefined)
      this.#setPlaylist(
        response.playlist.entries.map(({ videoId }) => videoId),
        Math.max(
          0,
          request.playlistIndex ?? response.playlist.entries.findIndex(({ videoId }) => videoId === video.videoId),
        ),
        response.playlist.playlistId,
      );
    this.#response = response;
    const durationSeconds = response.videoDetails?.lengthSeconds ?? 0;
    this.#store.update({ video, durationSeconds, seekable: [0, durationSeconds] });
    const refusal = refusalOf(response.playabilityStatus);
    if (refusal !== null) return this.#fail(refusal, refusal.title);
    if (!this.#prepare(response, startSeconds)) return this.#fail(errorSnapshot('fmt.noneavailable'), 'no streams');
    this.#applyCaptions(response);
    this.#store.update({ spherical: video.isSpherical ? { yaw: 0, pitch: 0, roll: 0, fov: 100 } : {} });
    if (this.#intent === 'load') {
      this.#becomeReady();
      this.play('autoplay');
    } else {
      this.#advance('cued');
      this.#becomeReady();
    }
  }

  #prepare(response: PlayerResponse, startSeconds: number): boolean {
    const source = mediaSourceOf(response, this.getSnapshot().video);
    if (source === null) return false;
    this.#playback.prepare({ ...source, startSeconds });
    this.#store.update({ position: this.#stillAt(startSeconds), bufferedRanges: [], waiting: false, seeking: false });
    return true;
  }

  #applyCaptions(response: PlayerResponse): void {
    const tracks = response.captions ?? [];
    this.#captionTracks.replace(tracks);
    const moduleLoaded = this.#parameters.cc_load_policy && tracks.length > 0;
    this.#updateCaptions({ tracks, active: -1, moduleLoaded });
    if (moduleLoaded) this.setCaptions(preferredTrack(tracks, this.#parameters));
    if (tracks.length > 0) this.#emit('onApiChange', null);
  }

  #setPlaylist(videoIds: readonly string[], index: number, listId: string | null): void {
    this.#playlistOrder = videoIds;
    this.#store.update({ playlist: makePlaylist(videoIds, index, listId) });
  }

  #becomeReady(): void {
    if (this.#store.update({ ready: true })) this.#emit('onReady', null);
  }

  #fail(error: PlayerErrorSnapshot, message: string): void {
    const position = this.#stillAt(positionAt(this.getSnapshot(), this.#clock.monotonicNow()));
    const { video } = this.getSnapshot();
    this.#advance('failed', {
      error,
      waiting: false,
      seeking: false,
      position,
      video: { ...video, isPlayable: false },
    });
    this.#becomeReady();
    this.#onFailure(error.code, message);
    this.#emit('onError', hostErrorCode(error.code));
  }

  // — What the element says —

  #onPlaying(): void {
    this.#endedByClip = false;
    this.#advance('playing', { waiting: false, mediaPath: this.#playback.path, position: this.#present() });
  }

  #onWaiting(): void {
    this.#advance('waiting', { waiting: true, position: this.#stillAt(this.#playback.positionSeconds) });
  }

  #onPaused(): void {
    this.#advance('paused', { waiting: false, position: this.#present() });
  }

  #onEnded(): void {
    const { playlist, loop } = this.getSnapshot();
    const next = playlist === null ? null : neighbour(playlist, 1, loop);
    if (next !== null && (playlist?.videoIds.length ?? 0) > 1) return void this.goTo(next);
    if (loop) {
      this.#seekElement(this.getSnapshot().video.startSeconds);
      this.#playback.play({ mayMute: true });
      return;
    }
    const durationSeconds = this.#endedByClip ? this.#playback.positionSeconds : this.getSnapshot().durationSeconds;
    this.#advance('ended', { waiting: false, position: this.#stillAt(durationSeconds) });
  }

  #onSeeking(): void {
    this.#store.update({ seeking: true, position: this.#stillAt(this.#playback.positionSeconds) });
    this.#emit('onSeeking', this.#playback.positionSeconds);
  }

  #onSeeked(): void {
    this.#store.update({ seeking: false, position: this.#present() });
    this.#emit('onSeeked', this.#playback.positionSeconds);
  }

  #onMoved(): void {
    const { endSeconds } = this.getSnapshot().video;
    if (endSeconds !== null && this.#playback.wantsPlaying && this.#playback.positionSeconds >= endSeconds) {
      this.#endedByClip = true;
      this.#playback.pause();
      return this.#onEnded();
    }
    const present = this.#present();
    const expected = positionAt(this.getSnapshot(), present.atMs);
    const isNews =
      Math.abs(expected - present.seconds) > DRIFT_TOLERANCE_SECONDS ||
      present.rate !== this.getSnapshot().position.rate;
    if (isNews && !this.getSnapshot().seeking) this.#store.update({ position: present });
    this.#emit('onVideoProgress', present.seconds);
  }

  #onDuration(durationSeconds: number): void {
    if (!Number.isFinite(durationSeconds) || durationSeconds <= 0) return;
    this.#store.update({ durationSeconds, seekable: [0, durationSeconds] });
  }

  #onBuffered(): void {
    const ranges = this.#playback.bufferedRanges;
    if (!sameRanges(ranges, this.getSnapshot().bufferedRanges)) this.#store.update({ bufferedRanges: ranges });
  }

  #onVolume(volume: number, muted: boolean): void {
    if (this.#store.update({ volume, muted })) this.#emit('onVolumeChange', { volume, muted });
  }

  #onRate(playbackRate: number): void {
    if (playbackRate === 0 || !this.#store.update({ playbackRate })) return;
    this.#store.update({ position: this.#present() });
    this.#emit('onPlaybackRateChange', playbackRate);
  }

  #onEngineState({ qualities, quality, seekable, isLive }: MediaEngineState): void {
    const before = this.getSnapshot().quality;
    const isSameList = qualities.join() === this.getSnapshot().qualities.join();
    this.#store.update({ quality, ...(isSameList ? {} : { qualities }) });
    if (isLive && seekable !== null) this.#onLiveWindow(seekable);
    if (quality !== before && quality !== 'unknown') this.#emit('onPlaybackQualityChange', quality);
  }

  #onLiveWindow(seekable: readonly [number, number]): void {
    const isAtLiveHead = seekable[1] - this.#playback.positionSeconds < LIVE_HEAD_TOLERANCE_SECONDS;
    this.#store.update({ seekable, durationSeconds: seekable[1], isAtLiveHead });
  }

  // — Small parts —

  #seekElement(seconds: number): void {
    this.#store.update({ position: this.#stillAt(seconds) });
    this.#playback.seek(seconds);
  }

  #stillAt(seconds: number): PlayerSnapshot['position'] {
    return { seconds, atMs: this.#clock.monotonicNow(), rate: 0 };
  }

  #present(): PlayerSnapshot['position'] {
    return {
      seconds: this.#playback.positionSeconds,
      atMs: this.#clock.monotonicNow(),
      rate: this.#playback.isMoving ? this.#element.playbackRate : 0,
    };
  }

  #updateCaptions(patch: Partial<CaptionSnapshot>): void {
    this.#store.update({ captions: { ...this.getSnapshot().captions, ...patch } });
  }

  /** Goes through the states that an input leads to, each with its event after its snapshot. */
  #advance(input: StateInput, patch: Partial<PlayerSnapshot> = {}): void {
    this.#store.update(patch);
    for (const state of statesAfter(this.getSnapshot().state, input)) {
      this.#store.update({ state });
      this.#emit('onStateChange', state);
    }
  }

  #emit(name: PlayerEvent['name'], data: unknown): void {
    this.#events.emit({ name, data });
  }
}

function playerErrorOf(code: string): PlayerErrorCode {
  return isPlayerErrorCode(code) ? code : 'net.unknown';
}

function preferredTrack(tracks: CaptionSnapshot['tracks'], { cc_lang_pref, hl }: EmbedParameters): number {
  for (const language of [cc_lang_pref, hl]) {
    const index = language === undefined ? -1 : trackForLanguage(tracks, language);
    if (index >= 0) return index;
  }
  return Math.max(
    0,
    tracks.findIndex((track) => track.isDefault),
  );
}
