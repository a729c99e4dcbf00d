import { OrielError } from '../client/oriel-error.ts';
import type { CreatePlayer, LiveInfo, OrielFailure, OrielPlayer, PlayerStateName } from '../client/types.ts';
import { hasVideo, type ElementSettings } from './attributes.ts';
import { forwardEvents, loadStart, tellReady, type Dispatch } from './element-events.ts';
import type { ElementView } from './element-view.ts';
import { WantedValues, type LiveName, type LiveValues } from './live-values.ts';
import { MediaState } from './media-state.ts';
import { playerOptions, settingsChange, videoSource } from './player-options.ts';

export interface ElementPlayerDependencies {
  readonly createPlayer: CreatePlayer;
  readonly view: ElementView;
  readonly dispatch: Dispatch;
  readonly warn: (message: string) => void;
}

/** `again`: it was in the page before, and stood still or has been away. `playing`: it was moved while it played. */
export type ElementStart = 'first' | 'again' | 'playing';

/** One player of the element, from the frame that is being made to its end. */
interface Session {
  readonly ready: Promise<OrielPlayer>;
  readonly end: AbortController;
  /** Tells that the frame has been made, if it has not been told. */
  readonly tellStart: () => void;
  player: OrielPlayer | null;
}

/** The player of one element: made when it is wanted, told what the page sets, replaced where only a new frame will do. */
export class ElementPlayer {
  readonly #dependencies: ElementPlayerDependencies;
  readonly #media = new MediaState();
  readonly #wanted: WantedValues;
  #settings: ElementSettings;
  #session: Session | null = null;
  #error: OrielFailure | null = null;
  #isSeeking = false;
  /** The video that a replaced player showed, if that is not the one of the attribute. */
  #videoId: string | null = null;

  constructor(settings: ElementSettings, dependencies: ElementPlayerDependencies) {
    this.#settings = settings;
    this.#dependencies = dependencies;
    this.#wanted = new WantedValues(
      (error) => {
        const { code, message } = error as OrielFailure;
        if (code !== 'destroyed' && code !== 'replaced') dependencies.warn(`Oriel: ${message}`);
      },
      () => this.isPaused,
    );
  }

  get player(): OrielPlayer | null {
    return this.#session?.player ?? null;
  }

  get info(): LiveInfo | undefined {
    return this.player?.info;
  }

  get error(): OrielFailure | null {
    return this.#error;
  }

  get isPaused(): boolean {
    return this.#media.isPaused;
  }

  get isSeeking(): boolean {
    return this.#isSeeking;
  }

  read<Name extends LiveName>(name: Name): LiveValues[Name] {
    if (name === 'muted' && this.player === null)
      return (this.#wanted.read('muted', undefined) || this.#settings.muted) as LiveValues[Name];
    return this.#wanted.read(name, this.info);
  }

  write(name: LiveName, value: unknown): void {
    this.#wanted.set(name, value, this.player);
  }

  whenReady(): Promise<OrielPlayer> {
    if (!hasVideo(this.#settings))
      return Promise.reject(new OrielError('invalid', 'the element has no video-id and no playlist'));
    return (this.#session ?? this.#make(false)).ready;
  }

  play(): Promise<void> {
    const playing = this.#play();
    // As with the commands of the client: a page that ignores the promise, and removes the element, hears nothing of it.
    playing.catch(() => undefined);
    return playing;
  }

  async #play(): Promise<void> {
    if (!hasVideo(this.#settings)) await this.whenReady();
    const session = this.#session ?? this.#make(true);
    // A lazy frame loads now.
    const { frame } = this.#dependencies.view;
    if (frame !== null) frame.loading = 'eager';
    session.tellStart();
    this.#tell(this.#media.beginStart());
    let hasFailed = true;
    try {
      const player = await session.ready;
      await player.play();
      hasFailed = false;
    } finally {
      this.#tell(this.#media.endStart({ hasFailed }));
    }
  }

  /** `paused` is true at once, as that of a media element. */
  pause(): void {
    if (this.#session === null) return;
    this.#tell(this.#media.beginStop());
    this.#session.ready
      .then((player) => player.pause())
      // It has not become ready, or has ended: it does not play.
      .catch(() => undefined)
      .finally(() => this.#media.endStop());
  }

  /** The element is in a page from now on. */
  begin(settings: ElementSettings, start: ElementStart): void {
    this.#settings = settings;
    this.#show(start);
  }

  /** An attribute has changed in the page. */
  apply(settings: ElementSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    const isOther = before.videoId !== settings.videoId || before.playlist !== settings.playlist;
    if (isOther) this.#videoId = null;
    const session = this.#session;
    const change = hasVideo(this.#settings) ? settingsChange(before, settings) : 'remake';
    if (session === null) {
      if (isOther || change === 'remake' || before.lite !== settings.lite) this.#show('first');
      return;
    }
    if (change === 'remake' || (isOther && session.player === null)) return this.#remake(isOther);
    const { frame } = this.#dependencies.view;
    if (frame !== null && settings.title !== before.title && settings.title !== '') frame.title = settings.title;
    if (settings.muted !== before.muted) this.write('muted', settings.muted);
    void session.ready.then((player) => this.#update(player, before, isOther)).catch(() => undefined);
  }

  /** Keeps the state that the page, or the viewer, has given it for the next player. Returns whether it was playing. */
  end(): boolean {
    const session = this.#session;
    if (session === null) return false;
    this.#session = null;
    const wasPlaying = !this.#media.isPaused;
    if (session.player !== null) this.#keep(session.player.info);
    session.end.abort();
    this.#isSeeking = false;
    this.#tell(this.#media.setPaused(true));
    return wasPlaying;
  }

  /** A list begins again, and a live stream continues at its edge. */
  #keep(info: LiveInfo): void {
    this.#wanted.keep(info);
    const { id, isLive } = info.video;
    const isList = this.#settings.playlist !== '';
    if (isLive || isList) this.#wanted.take('currentTime');
    if (id !== '' && !isList) this.#videoId = id;
  }

  #show(start: ElementStart): void {
    const { autoplay, lite } = this.#settings;
    if (!hasVideo(this.#settings)) this.#dependencies.view.show('empty');
    else if (lite && start !== 'playing') this.#dependencies.view.show('poster');
    else this.#make(start === 'playing' || (autoplay && start === 'first'));
  }

  #make(isAutoplay: boolean): Session {
    const { createPlayer, view, dispatch } = this.#dependencies;
    const end = new AbortController();
    const options = playerOptions(this.#settings, {
      isAutoplay,
      seconds: this.#wanted.take('currentTime') ?? null,
      isMuted: this.#wanted.take('muted') ?? this.#settings.muted,
      videoId: this.#videoId,
    });
    this.#error = null;
    view.show('loading');
    const ready = createPlayer(view.addTarget(), { ...options, signal: end.signal });
    const session: Session = { ready, end, tellStart: loadStart(dispatch, end.signal), player: null };
    this.#session = session;
    ready.then(
      (player) => this.#onReady(session, player),
      (error: unknown) => this.#onFailure(session, error as OrielFailure),
    );
    return session;
  }

  /** A new frame continues where the last one was, unless it shows something else. */
  #remake(isOther: boolean): void {
    const wasPlaying = this.end();
    if (isOther) {
      this.#videoId = null;
      this.#wanted.take('currentTime');
    }
    this.#show(wasPlaying ? 'playing' : isOther ? 'first' : 'again');
  }

  #update(player: OrielPlayer, before: ElementSettings, isOther: boolean): void {
    const { loop, autoplay } = this.#settings;
    const commands: Promise<void>[] = [];
    if (loop !== before.loop) commands.push(player.setLoop(loop));
    if (isOther) {
      const source = videoSource(this.#settings);
      commands.push(autoplay || !this.isPaused ? player.load(source) : player.cue(source));
    }
    // A video that cannot be shown is an `error` event.
    for (const command of commands) command.catch(() => undefined);
  }

  #onReady(session: Session, player: OrielPlayer): void {
    if (this.#session !== session) return;
    const { view, dispatch } = this.#dependencies;
    session.tellStart();
    session.player = player;
    view.show('player');
    this.#wanted.tellAll(player);
    forwardEvents(player, dispatch);
    player.on('seeking', () => (this.#isSeeking = true));
    player.on('seeked', () => (this.#isSeeking = false));
    player.on('error', ({ code, error }) => {
      if (error.fatal) this.#error = error;
      dispatch('error', { code, error });
    });
    player.on('statechange', ({ state }) => this.#onState(state));
    tellReady(player, dispatch);
  }

  #onFailure(session: Session, error: OrielFailure): void {
    if (this.#session !== session) return;
    session.tellStart();
    this.#session = null;
    this.#error = error;
    this.#tell(this.#media.setPaused(true));
    // The viewer may try again.
    this.#dependencies.view.show('poster');
    this.#dependencies.dispatch('error', { code: null, error });
  }

  #onState(state: PlayerStateName): void {
    this.#dependencies.dispatch('statechange', { state });
    if (state === 'playing' || state === 'buffering') this.#error = null;
    this.#tell(this.#media.enter(state, { isSeeking: this.#isSeeking }));
  }

  #tell(names: ReturnType<MediaState['enter']>): void {
    for (const name of names) this.#dependencies.dispatch(name, null);
  }
}
