import { isPlayerErrorCode, type PlayerErrorCode } from '../../../../protocol/errors.ts';
import { succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { QUALITY_NAMES } from '../../../../protocol/host/player-info.ts';
import type { PlayerResponse } from '../../../../protocol/provider/player-response.ts';
import { AHEAD } from '../../../../protocol/media/spherical.ts';
import type { VideoOptions } from '../../../../protocol/host/video-options.ts';
import type { Captions } from '../captions/captions.ts';
import { NO_AUDIO, NO_VIDEO } from '../initial-snapshot.ts';
import type { PlayerErrorSnapshot } from '../player.ts';
import type { PlayerParts } from '../player-parts.ts';
import type { VideoQueue, VideoRequest } from './video-queue.ts';
import { errorSnapshot, mediaSourceOf, refusalOf, videoSnapshot, withLength } from './video-response.ts';

/** Loading plays the video, cueing shows its poster. */
export type ShowMode = 'load' | 'cue';

export interface VideosDependencies extends Pick<PlayerParts, 'model' | 'intents' | 'stream'> {
  readonly queue: VideoQueue;
  readonly captions: Captions;
  readonly loadVideo: (request: VideoRequest) => Promise<Outcome<PlayerResponse>>;
  /** Reports that the present video cannot be played, or cannot continue. */
  readonly fail: (error: PlayerErrorSnapshot, message: string) => void;
  /** Resets state that belongs to one video. */
  readonly reset: (requestedAtMs: number | undefined) => void;
}

/** The shown video: one at a time, each with the provider's response. */
export class Videos {
  readonly #dependencies: VideosDependencies;
  /** Aborts with the next video, so that a late response about this video is recognised. */
  #loading = new AbortController();
  #response: PlayerResponse | null = null;

  constructor(dependencies: VideosDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether the provider has responded about the video. */
  get isKnown(): boolean {
    return this.#response !== null;
  }

  get isPlayable(): boolean {
    return this.#response?.playabilityStatus.status === 'OK';
  }

  /** Shows a video or a playlist (C2). `response` is the provider's response if already known. */
  show(options: VideoOptions, mode: ShowMode, requestedAtMs?: number, response?: PlayerResponse): Outcome<void> {
    const { intents, queue } = this.#dependencies;
    if (requestedAtMs !== undefined && !intents.isLatest('videoId', requestedAtMs)) return succeed(undefined);
    const request = queue.request(options);
    if (!request.ok) return request;
    this.#open(request.value, mode, options, requestedAtMs, response);
    return succeed(undefined);
  }

  /**
   * Shows the first video of a page. An invalid id is an error of the page, not of a caller: it is reported at ready time
   * and to every host that connects later (P5, P8).
   */
  showInitial(options: VideoOptions, mode: ShowMode, requestedAtMs?: number, response?: PlayerResponse): void {
    const { model, fail } = this.#dependencies;
    const { videoId, mediaContentUrl, list, playlist } = options;
    const isEmpty = (videoId ?? mediaContentUrl ?? list ?? playlist) === undefined;
    // A frame without a video waits for a command of the host.
    if (isEmpty) return model.becomeReady();
    const shown = this.show(options, mode, requestedAtMs, response);
    if (shown.ok) return;
    const refusal = response === undefined ? null : refusalOf(response);
    model.update({ video: { ...NO_VIDEO, videoId: options.videoId ?? '' } });
    fail(refusal ?? errorSnapshot('api.invalidparam'), shown.message);
  }

  /** Requests the provider's response again, and plays from a position. */
  reload(startSeconds: number, requestedAtMs?: number): void {
    const { videoId } = this.#dependencies.model.snapshot.video;
    if (videoId !== '') this.#open(this.#ofList(videoId), 'load', { startSeconds }, requestedAtMs);
  }

  /** Plays the entry at an index; a request older than the request for the present video is ignored. */
  goTo(index: number, requestedAtMs?: number): void {
    if (requestedAtMs !== undefined && !this.#dependencies.intents.isLatest('videoId', requestedAtMs)) return;
    const videoId = this.#dependencies.queue.goTo(index);
    if (videoId === undefined) return;
    this.#open(this.#ofList(videoId), 'load', {}, requestedAtMs, this.#reusable({ videoId }));
  }

  /** Prepares the stream of the present video at its start. Returns `false` without a stream. */
  prepare(): boolean {
    const { model, intents, stream } = this.#dependencies;
    const source = this.#response === null ? null : mediaSourceOf(this.#response, model.snapshot.video);
    if (source === null) return false;
    stream.prepare(source);
    const seconds = intents.current.position?.seconds ?? source.startSeconds;
    model.update({ position: model.positionNow(seconds), bufferedRanges: [], waiting: false });
    return true;
  }

  /** Drops the response, so that a retry requests it again. */
  forget(): void {
    this.#response = null;
    this.#dependencies.stream.close();
  }

  /** Requests a video of a list with the list's id, so that the response allows sharing it with the list (N8). */
  #ofList(videoId: string): VideoRequest {
    const playlistId = this.#dependencies.model.snapshot.playlist?.listId ?? null;
    return playlistId === null ? { videoId } : { videoId, playlistId };
  }

  #open(
    request: VideoRequest,
    mode: ShowMode,
    { startSeconds = 0, endSeconds, suggestedQuality }: VideoOptions,
    requestedAtMs?: number,
    response = this.#reusable(request),
  ): void {
    const isWanted = mode === 'load';
    this.#loading.abort();
    this.#loading = new AbortController();
    this.#response = null;
    this.#dependencies.stream.close(startSeconds);
    const quality = QUALITY_NAMES.find((name) => name === suggestedQuality);
    const video = { videoId: request.videoId ?? '', position: null, audioTrack: null, ...(quality && { quality }) };
    const { intents, model } = this.#dependencies;
    intents.ask({ ...video, stream: isWanted, playing: isWanted, mayMute: true }, requestedAtMs);
    model.update({ qualityChoice: intents.current.quality });
    this.#reset(request.videoId ?? '', startSeconds, endSeconds ?? null, response);
    this.#dependencies.reset(requestedAtMs);
    if (response === undefined) void this.#load(request, this.#loading.signal);
    else this.#apply(response, request);
  }

  async #load(request: VideoRequest, signal: AbortSignal): Promise<void> {
    const { loadVideo, fail } = this.#dependencies;
    const loaded = await loadVideo(request);
    if (signal.aborted) return;
    if (loaded.ok) return this.#apply(loaded.value, request);
    fail(errorSnapshot(asErrorCode(loaded.code)), loaded.message);
  }

  /**
   * A cue of the present video needs no request: clients send such a cue right after `onReady`. A list needs a request, because a
   * response describes the list that was requested with it.
   */
  #reusable({ videoId, playlistId, playlistVideoIds }: VideoRequest): PlayerResponse | undefined {
    const current = this.#response;
    const isList = (playlistId ?? playlistVideoIds) !== undefined;
    const isSame = !isList && videoId !== undefined && current?.videoDetails?.videoId === videoId;
    return isSame && current?.playabilityStatus.status === 'OK'
      ? withLength(current, this.#dependencies.model.snapshot)
      : undefined;
  }

  /** Resets the snapshot. Known details of the next video are kept: a cue of the present video must keep its duration. */
  #reset(videoId: string, startSeconds: number, endSeconds: number | null, known: PlayerResponse | undefined): void {
    const { model, captions } = this.#dependencies;
    captions.awaitTracks();
    model.advance('video-changed', {
      video:
        known === undefined
          ? { ...NO_VIDEO, videoId, startSeconds, endSeconds }
          : videoSnapshot(known, videoId, startSeconds, endSeconds),
      position: model.positionNow(startSeconds),
      durationSeconds: known?.videoDetails?.lengthSeconds ?? 0,
      bufferedRanges: [],
      seekable: [0, 0],
      live: null,
      quality: 'unknown',
      qualities: [],
      audio: NO_AUDIO,
      error: null,
      waiting: false,
      seeking: false,
      spherical: {},
    });
  }

  #apply(response: PlayerResponse, request: VideoRequest): void {
    const { model, intents, stream, queue, captions, fail } = this.#dependencies;
    const { startSeconds, endSeconds } = model.snapshot.video;
    const video = videoSnapshot(response, request.videoId ?? '', startSeconds, endSeconds);
    // A step within a list has no index and keeps the list; a reused response may name a list that is no longer current.
    const asksForList = (request.playlistIndex ?? request.playlistVideoIds) !== undefined;
    if (asksForList && response.playlist !== undefined) queue.describe(response.playlist, video.videoId, request);
    this.#response = response;
    const durationSeconds = response.videoDetails?.lengthSeconds ?? 0;
    const { qualities = [], bytesPerHour = {} } = response.streamingData ?? {};
    const dataUse = { bytesPerHour, loadedBytes: 0 };
    model.update({ video, durationSeconds, seekable: [0, durationSeconds], qualities, dataUse });
    const refusal = refusalOf(response);
    if (refusal !== null) return fail(refusal, refusal.title || refusal.code);
    if (!this.prepare()) return fail(errorSnapshot('fmt.noneavailable'), 'no streams');
    captions.replace(response.captions ?? []);
    model.update({ spherical: video.isSpherical ? AHEAD : {} });
    if (!intents.current.stream) model.advance('cued');
    // A caller of `cueVideoById` reads the state of a cued video.
    intents.fulfil({ videoId: video.videoId });
    model.becomeReady();
    if (intents.current.stream) model.advance('play-requested');
    if (intents.current.stream && !intents.current.playing) model.advance('paused');
    stream.reconcile();
  }
}

function asErrorCode(code: string): PlayerErrorCode {
  return isPlayerErrorCode(code) ? code : 'net.unknown';
}
