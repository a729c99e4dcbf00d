import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import type { EmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import { HOST_ERROR, hostErrorCode, type PlayerErrorCode } from '../../../protocol/errors.ts';
import type { HostCommand } from '../host-messages/host-messages.ts';
import type { MediaEngine, MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import { fail as failOutcome, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { PlayerResponse } from '../../../protocol/provider/player-response.ts';
import type { VideoOptions } from '../../../protocol/host/video-options.ts';
import type { CaptionTracksDependencies } from './captions/caption-tracks.ts';
import { Captions } from './captions/captions.ts';
import type { FollowsStreamCaptions } from './captions/stream-captions.ts';
import type { ShownTracks } from './captions/load-caption-tracks.ts';
import { Emitter } from './emitter.ts';
import { initialSnapshot } from './initial-snapshot.ts';
import { NO_INTENT, type IntentEnd, type IntentField } from './intents/intent.ts';
import { Intents } from './intents/intents.ts';
import { Settlements } from './intents/settlements.ts';
import { observeBuffer, observeLength } from './observers/observe-buffer.ts';
import { observeEngine } from './observers/observe-engine.ts';
import { observeRate } from './observers/observe-rate.ts';
import { observeSound } from './observers/observe-sound.ts';
import { Playback } from './playback.ts';
import { runCommand, type PlayerFeatures } from './player-commands.ts';
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
import { Settings, type PictureInPictureWindow } from './settings.ts';
import type { Connection } from './connection/connection.ts';
import type { MediaElement } from './stream/media-element.ts';
import { Stream } from './stream/stream.ts';
import { VideoQueue, type VideoRequest } from './videos/video-queue.ts';
import { errorSnapshot } from './videos/video-response.ts';
import { Videos, type ShowMode } from './videos/videos.ts';

export interface PlayerControllerDependencies {
  readonly element: MediaElement;
  readonly clock: Clock;
  readonly random: Random;
  readonly parameters: EmbedParameters;
  /** Path of the page's own server, for addresses of its videos (P5). */
  readonly basePath: string;
  readonly createCaptionTracks: (events: Pick<CaptionTracksDependencies, 'onCues' | 'onFailed'>) => ShownTracks;
  /** Offers the captions that an engine has found in its stream. */
  readonly followStreamCaptions: FollowsStreamCaptions;
  readonly loadVideo: (request: VideoRequest) => Promise<Outcome<PlayerResponse>>;
  readonly openEngine: (source: MediaSourceDescription) => Promise<Outcome<MediaEngine>>;
  readonly onWorkerRefused: (message: string) => void;
  readonly connection: Pick<Connection, 'get' | 'subscribe'>;
  readonly pictureInPicture: PictureInPictureWindow;
  /** Exceptions of listeners. */
  readonly reportError: (error: unknown) => void;
  /** Playback has failed; the message is for the log, not for the viewer. */
  readonly onFailure: (code: PlayerErrorCode, message: string) => void;
  /** A problem that playback recovers from, or tries to. */
  readonly onProblem: (detail: string) => void;
}

/** The player: commands become intents, a stream follows them, and the outcome becomes the snapshot. */
export class PlayerController implements Player, PlayerControl {
  readonly #dependencies: PlayerControllerDependencies;
  readonly #model: PlayerModel;
  readonly #intents: Intents;
  readonly #stream: Stream;
  readonly #observeSound: () => void;
  readonly #features: PlayerFeatures;
  readonly #commands: Emitter<ExecutedCommand>;
  readonly #sources = new Map<HostCommand['name'], CommandSource>();
  readonly #settlements: Settlements;

  constructor(dependencies: PlayerControllerDependencies) {
    this.#dependencies = dependencies;
    const { element, clock, parameters, reportError } = dependencies;
    const { mute, loop } = parameters;
    // The inline script may already have restored the volume of the last visit.
    element.muted ||= mute;
    const { volume, muted } = element;
    this.#commands = new Emitter(reportError);
    this.#model = new PlayerModel(
      initialSnapshot({ volume: Math.round(volume * 100), muted, loop }),
      clock,
      reportError,
    );
    this.#intents = new Intents({ ...NO_INTENT, volume, muted }, clock, (field, end) => this.#onIntentEnd(field, end));
    this.#settlements = new Settlements(this.#intents);
    this.#stream = this.#createStream();
    this.#observeSound = observeSound(element, this.#model, this.#intents);
    this.#features = this.#createFeatures();
    observeBuffer(element, this.#model);
  }

  getSnapshot = (): PlayerSnapshot => this.#model.snapshot;
  subscribe: Player['subscribe'] = (listener) => this.#model.subscribe(listener);
  wantsToPlay: Player['wantsToPlay'] = () => this.#intents.current.playing;
  onEvent: Player['onEvent'] = (listener) => this.#model.onEvent(listener);
  onCommand: PlayerControl['onCommand'] = (listener) => this.#commands.on(listener);
  lastSourceOf: PlayerControl['lastSourceOf'] = (name) => this.#sources.get(name);

  execute: Player['execute'] = (command, by, atMs, onSettled) => {
    // Preferences of an earlier visit precede every request on this page.
    const requestedAtMs = by === 'preference' ? this.#intents.requestedAtMs('videoId') : atMs;
    const run = () => runCommand(this.#features, command, { by, atMs: requestedAtMs });
    const outcome = onSettled === undefined ? run() : this.#settlements.follow(command.name, run, onSettled);
    this.#sources.set(command.name, by);
    this.#commands.emit({ command, by, accepted: outcome.ok });
    return outcome;
  };

  /** Shows the first video of a page. `response` is the provider's response, if the page already has it. */
  showInitial(options: VideoOptions, mode: ShowMode, requestedAtMs?: number, response?: PlayerResponse): void {
    this.#features.videos.showInitial(options, mode, requestedAtMs, response);
  }

  retry = (): Outcome<void> => {
    this.#features.playback.retry();
    return succeed(undefined);
  };
  reopen: PlayerControl['reopen'] = () => this.#stream.reopen();
  remotePlaybackChanged: PlayerControl['remotePlaybackChanged'] = (remotePlayback) => {
    if (this.#model.update({ remotePlayback })) this.#model.emit('onRemotePlaybackChange', remotePlayback);
  };
  endPlayback: PlayerControl['endPlayback'] = (code, reason) => this.#features.playback.end(code, reason);
  limitLoading: PlayerControl['limitLoading'] = (...limits) => this.settings.limitLoading(...limits);
  holdAtEnd: PlayerControl['holdAtEnd'] = () => this.#features.playback.holdAtEnd();
  seekToFraction: PlayerControl['seekToFraction'] = (fraction, by, atMs) =>
    this.#features.playback.seekToFraction(fraction, by, atMs);

  settingsAt: PlayerControl['settingsAt'] = (atMs) => {
    const { volume, muted, playbackRate } = this.#dependencies.element;
    const intents = this.#intents;
    return {
      volumePercent: Math.round((intents.before('volume', atMs) ?? volume) * 100),
      muted: intents.before('muted', atMs) ?? muted,
      rate: intents.before('rate', atMs) ?? playbackRate,
    };
  };

  get settings(): Settings {
    return this.#features.settings;
  }

  /** State of stream and intents, for a person at the console. */
  inspect() {
    return {
      phase: this.#stream.phase,
      engine: this.#stream.path,
      intents: this.#intents.current,
      pendingIntents: this.#intents.pendingFields(),
    };
  }

  #createStream(): Stream {
    const { element, clock, openEngine, onWorkerRefused, connection, onProblem, followStreamCaptions } =
      this.#dependencies;
    const model = this.#model;
    return new Stream({
      element,
      clock,
      intents: this.#intents,
      openEngine,
      onWorkerRefused,
      connection,
      events: {
        changed: (type) => this.#features.playback.time.observe(type),
        engineState: (state, engine) => {
          observeEngine(state, model, this.#stream.positionSeconds);
          // A stream that began before the player may have fired its `durationchange` without a listener.
          if (model.snapshot.durationSeconds === 0) observeLength(element, model);
          if (state.captionTracks) followStreamCaptions(engine, state, this.#features.captions);
        },
        pausedOutside: () => this.#features.playback.pausedOutside(),
        playedOutside: () => this.#features.playback.playedOutside(),
        failed: (code, message) => this.#fail(errorSnapshot(code), message),
        onProblem: onProblem,
        autoplayBlocked: () => {
          model.update({ autoplayBlocked: true });
          model.emit('onAutoplayBlocked', null);
          this.#observeSound();
        },
        autoplayRefused: () => this.#features.playback.autoplayRefused(),
      },
    });
  }

  #createFeatures(): PlayerFeatures {
    const { element, clock, random, parameters, basePath, loadVideo, createCaptionTracks, pictureInPicture } =
      this.#dependencies;
    const model = this.#model;
    const parts = { clock, element, model, intents: this.#intents, stream: this.#stream };
    const fail = (error: PlayerErrorSnapshot, message: string): void => this.#fail(error, message);
    const queue = new VideoQueue(model, random, basePath);
    const settings = new Settings({
      ...parts,
      observeSound: this.#observeSound,
      observeRate: observeRate(element, model, this.#intents),
      pictureInPicture,
      settle: (field, failure) => this.#settlements.fail(failure, [field]),
    });
    const captions: Captions = new Captions({
      model,
      intents: this.#intents,
      parameters,
      tracks: createCaptionTracks({
        onCues: (cues) => captions.update({ cues }),
        onFailed: () => captions.fail(),
      }),
      onRefused: () => model.emit('onError', HOST_ERROR.invalidParameter),
    });
    const videos: Videos = new Videos({
      ...parts,
      queue,
      captions,
      loadVideo,
      fail,
      reset(requestedAtMs) {
        playback.reset();
        // Cueing and loading reset the speed.
        settings.setPlaybackRate(1, requestedAtMs);
      },
    });
    const playback = new Playback({ ...parts, videos, queue, fail });
    return { model, videos, queue, playback, settings, captions };
  }

  #onIntentEnd(field: IntentField, end: IntentEnd): void {
    if (field === 'position' && end === 'fulfilled') this.#features.playback.time.arrived();
    if (end !== 'failed') this.#settlements.end(field, end);
  }

  #fail(error: PlayerErrorSnapshot, message: string): void {
    const { clock, onFailure } = this.#dependencies;
    const { video } = this.#model.snapshot;
    const position = this.#model.positionNow(positionAt(this.#model.snapshot, clock.monotonicNow()));
    this.#intents.fail(['position', 'playing', 'stream', 'videoId'], { playing: false, position: null });
    const failed = { ...video, isPlayable: false };
    this.#model.advance('failed', { error, waiting: false, seeking: false, position, video: failed });
    this.#model.becomeReady();
    onFailure(error.code, message);
    this.#model.emit('onError', hostErrorCode(error.code));
    this.#settlements.fail(failOutcome(error.code, error.title || message));
  }
}
