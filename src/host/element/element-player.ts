import { OrielError } from '../client/oriel-error.ts';
import type { LiveInfo, OrielFailure, OrielPlayer, PlayerStateName } from '../client/types.ts';
import { hasVideo, type ElementSettings } from './attributes.ts';
import { forwardEvents, tellReady } from './element-events.ts';
import { openSession, type Session, type SessionDependencies } from './element-session.ts';
import { WantedValues, type LiveName, type LiveValues } from './live-values.ts';
import { MediaState } from './media-state.ts';
import { settingsChange, tellSettings } from './player-options.ts';

export interface ElementPlayerDependencies extends SessionDependencies {
  readonly warn: (message: string) => void;
}

/** The player of one element: created on demand, updated by properties, replaced when a change needs a new frame. */
export class ElementPlayer {
  readonly #dependencies: ElementPlayerDependencies;
  readonly #media = new MediaState();
  readonly #wanted: WantedValues;
  #settings: ElementSettings;
  #session: Session | null = null;
  #error: OrielFailure | null = null;
  #isSeeking = false;
  /** The attribute `autoplay` counts until the video has played, or the page has paused it. */
  #mayAutoplay = true;
  /** The video that a replaced player showed; `null` means the video of the attribute. */
  #videoId: string | null = null;

  constructor(settings: ElementSettings, dependencies: ElementPlayerDependencies) {
    this.#settings = settings;
    this.#dependencies = dependencies;
    this.#wanted = new WantedValues(dependencies.warn, () => this.isPaused);
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
      return (this.#wanted.get('muted') ?? this.#settings.muted) as LiveValues[Name];
    return this.#wanted.read(name, this.info);
  }

  write(name: LiveName, value: unknown): void {
    const isSeek = name === 'currentTime' && this.player !== null;
    this.#wanted.set(name, value, this.player, () => {
      if (isSeek) this.#isSeeking = false;
    });
    if (isSeek) this.#isSeeking = true;
  }

  whenReady(): Promise<OrielPlayer> {
    if (!hasVideo(this.#settings))
      return Promise.reject(new OrielError('invalid', 'the element has no video-id and no playlist'));
    return (this.#session ?? this.#make(false)).ready;
  }

  play(): Promise<void> {
    const playing = this.#play();
    // As with the commands of the client: a page that ignores the promise, and removes the element, gets no unhandled rejection.
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
    await this.#follow(session);
  }

  /** The element counts as not paused until playback has begun or failed, whatever state the frame begins with. */
  async #follow(session: Session): Promise<void> {
    this.#tell(this.#media.beginStart());
    let hasFailed = true;
    try {
      const player = await session.ready;
      await player.play();
      hasFailed = false;
    } catch (error) {
      const next = this.#session;
      if (next === null || next === session || this.isPaused) throw error;
      // During the wait, a move of the element or an attribute has replaced the session.
      await this.#follow(next);
      hasFailed = false;
    } finally {
      this.#tell(this.#media.endStart({ hasFailed }));
    }
  }

  /** Pauses; `paused` is true at once, as in a media element. */
  pause(): void {
    this.#mayAutoplay = false;
    if (this.#session === null) return this.rest();
    this.#tell(this.#media.beginStop());
    this.#session.ready
      .then((player) => player.pause())
      // The player did not become ready, or was destroyed, so it does not play.
      .catch(() => undefined)
      .finally(() => this.#media.endStop());
  }

  /** Call it when the element is added to a page. */
  begin(settings: ElementSettings): void {
    this.#settings = settings;
    this.#show();
  }

  /** Call it when the element has been out of the page for longer than a move. */
  rest(): void {
    this.#tell(this.#media.setPaused(true));
  }

  /** Call it when an attribute has changed in the page. */
  apply(settings: ElementSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    const isOther = before.videoId !== settings.videoId || before.playlist !== settings.playlist;
    if (isOther) {
      this.#videoId = null;
      this.#mayAutoplay = true;
    }
    const session = this.#session;
    const change = hasVideo(this.#settings) ? settingsChange(before, settings) : 'remake';
    if (session === null) {
      if (isOther || change === 'remake' || before.lite !== settings.lite) this.#show();
      return;
    }
    if (change === 'remake' || (isOther && session.player === null)) return this.#remake(isOther);
    const { frame } = this.#dependencies.view;
    if (frame !== null && settings.title !== before.title && settings.title !== '') frame.title = settings.title;
    if (settings.muted !== before.muted) this.write('muted', settings.muted);
    void session.ready
      .then((player) => tellSettings(player, before, this.#settings, { isPlaying: !this.isPaused }))
      .catch(() => undefined);
  }

  /** Ends the player, and keeps its position, volume, sound, speed and video for the next player; `paused` stays the same. */
  end(): void {
    const session = this.#session;
    if (session === null) return;
    this.#session = null;
    if (session.player !== null) this.#keep(session.player.info);
    session.end.abort();
    this.#isSeeking = false;
  }

  /** Keeps the state of a player; but a list begins again, and a live stream continues at its edge. */
  #keep(info: LiveInfo): void {
    this.#wanted.keep(info);
    const { id, isLive } = info.video;
    const isList = this.#settings.playlist !== '';
    if (isLive || isList) this.#wanted.drop('currentTime');
    if (id !== '' && !isList) this.#videoId = id;
  }

  #show(): void {
    const { autoplay, lite } = this.#settings;
    const { view } = this.#dependencies;
    if (!hasVideo(this.#settings)) {
      view.show('empty');
      this.rest();
    } else if (!this.isPaused) this.#follow(this.#make(true)).catch(() => undefined);
    else if (lite) view.show('poster');
    else this.#make(autoplay && this.#mayAutoplay);
  }

  #make(isAutoplay: boolean): Session {
    this.#error = null;
    const start = { isAutoplay, wanted: this.#wanted, videoId: this.#videoId };
    const session = openSession(this.#settings, start, this.#dependencies);
    this.#session = session;
    session.ready.then(
      (player) => this.#onReady(session, player),
      (error: unknown) => this.#onFailure(session, error as OrielFailure),
    );
    return session;
  }

  /** Replaces the frame. The new frame continues at the same position, unless it shows another video. */
  #remake(isOther: boolean): void {
    this.end();
    if (isOther) {
      this.#videoId = null;
      this.#wanted.drop('currentTime');
    }
    this.#show();
  }

  #onReady(session: Session, player: OrielPlayer): void {
    if (this.#session !== session) return;
    const { view, dispatch } = this.#dependencies;
    session.tellStart();
    session.player = player;
    view.show('player');
    this.#wanted.reached('currentTime', session.given.currentTime);
    this.#wanted.reached('muted', session.given.muted);
    this.#wanted.tellAll(player);
    player.on('seeking', () => (this.#isSeeking = true));
    player.on('seeked', () => (this.#isSeeking = false));
    forwardEvents(player, dispatch);
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
    this.rest();
    // The poster lets the viewer try again.
    this.#dependencies.view.show('poster');
    this.#dependencies.dispatch('error', { code: null, error });
  }

  #onState(state: PlayerStateName): void {
    this.#dependencies.dispatch('statechange', { state });
    if (state === 'playing' || state === 'buffering') this.#error = null;
    if (state === 'playing') this.#mayAutoplay = false;
    this.#tell(this.#media.enter(state, { isSeeking: this.#isSeeking }));
  }

  #tell(names: ReturnType<MediaState['enter']>): void {
    for (const name of names) this.#dependencies.dispatch(name, null);
  }
}
