import { FRAME_EVENTS } from '../../../protocol/host/host-vocabulary.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { HOST_ERROR } from '../../../protocol/errors.ts';
import type { HostEnvironment } from '../environment.ts';
import { FrameDocument } from '../frame/frame-document.ts';
import { setFrameSize } from '../frame/frame-element.ts';
import { HostFrame } from '../frame/host-frame.ts';
import { Connection } from '../wire/connection.ts';
import type { WireMessageEvent } from '../wire/wire-frame.ts';
import { isRecord, textOf } from '../plain-values.ts';
import type { RegisteredPlayer } from './registry.ts';
import { tellAuthor } from '../tell-author.ts';
import { Listeners } from './listeners.ts';
import { PlayerCache } from './player-cache.ts';
import { FullscreenState } from './fullscreen-state.ts';
import { playAlone } from './play-alone.ts';
import type { PlayerListener } from './player-events.ts';
import type { PlayerOptions } from '../player-options.ts';
import { StandingEvents } from './standing-events.ts';
import { startSecondsOf } from './start-seconds.ts';

const FULLSCREEN_EXIT_REQUEST = 'onFullscreenExitRequest';

/** Observer for callers that need more than events: processed messages, and the timeout of the frame. */
export interface PlayerObserver {
  onMessage(event: string, info: unknown): void;
  onSilence(): void;
  /** The frame has left the page, or its window has closed: commands that it has received get no outcome. */
  onGone(): void;
  onFullscreenChange(active: boolean): void;
}

/** Implementation of a public player: creates and destroys frame, connection, cache and listeners together. */
export class PlayerCore implements RegisteredPlayer {
  readonly player: object;
  readonly cache: PlayerCache;
  readonly hostFrame: HostFrame;
  readonly fullscreen: FullscreenState;
  readonly #environment: HostEnvironment;
  readonly #connection: Connection;
  readonly #document: FrameDocument;
  readonly #listeners: Listeners;
  readonly #standing = new StandingEvents();
  readonly #observer: PlayerObserver | undefined;
  #isDestroyed = false;

  constructor(
    player: object,
    target: Element,
    options: PlayerOptions,
    environment: HostEnvironment,
    observer?: PlayerObserver,
  ) {
    const { window, clock, registry } = environment;
    const id = registry.nextId();
    this.player = player;
    this.#observer = observer;
    this.#environment = environment;
    this.hostFrame = new HostFrame(target, options, id, environment);
    this.cache = new PlayerCache(clock, isMutedAtStart(this.frame.src));
    this.#listeners = new Listeners(window);
    this.#document = new FrameDocument(this.frame, MutationObserver, this.#onNavigation);
    this.#connection = new Connection({
      frame: this.hostFrame,
      document: this.#document,
      clock,
      id,
      sessionId: options.sessionId === undefined ? undefined : textOf(options.sessionId),
      subscriptions: () => this.#listeners.names,
      onMessage: this.#onMessage,
      onSilence: this.#onSilence,
      onHeldBack: () => tellAuthor(window, `Oriel: ${this.hostFrame.heldBackText()}`),
    });
    this.fullscreen = new FullscreenState(this.frame, {
      frameChanged: () => this.#tellFullscreen(),
      changed: (active) => observer?.onFullscreenChange(active),
    });
    // The frame reports errors without a subscription, and reports them again to a host that subscribes later. With a subscription
    // from the start, every listener gets an error once.
    this.#listeners.add('onError', () => undefined);
    for (const [name, listener] of Object.entries(options.events ?? {}))
      if (isListener(listener)) this.#listeners.add(name, listener);
    registry.pageListeners.follow(this);
    if (options.pauseOthers === true) playAlone(this, registry);
    this.frame.addEventListener('load', this.#onLoad);
    registry.add(this);
    if (this.#isStartedNow) this.#connection.start();
  }

  get frame(): HTMLIFrameElement {
    return this.hostFrame.element;
  }

  /** `false` for arguments that cannot be sent, which are reported to the page like other invalid arguments. */
  command(name: string, args: readonly unknown[], callId?: number): boolean {
    if (this.#isDestroyed) return true;
    this.hostFrame.loadNow();
    if (!this.#connection.command(name, args, callId)) {
      // A caller with a `callId` gets the outcome instead.
      if (callId === undefined) this.#emit('onError', HOST_ERROR.invalidParameter);
      return false;
    }
    if (name === 'seekTo') this.cache.expectJump();
    if (/^(cue|load)(Video|Playlist)/.test(name)) this.cache.restartAt(startSecondsOf(name, args));
    return true;
  }

  addListener(name: unknown, listener: unknown): void {
    if (this.#isDestroyed || typeof name !== 'string' || !isListener(listener)) return;
    const isKnown = this.#listeners.has(name, listener);
    if (this.#listeners.add(name, listener)) this.#connection.subscribe(name);
    else if (!isKnown) queueMicrotask(() => this.#sendStandingEvent(name, listener));
  }

  removeListener(name: string, listener: PlayerListener): void {
    if (this.#listeners.remove(name, listener)) this.#connection.unsubscribe(name);
  }

  /** Sets the size of the frame. An invalid length changes nothing. */
  setSize(width: unknown, height: unknown): void {
    setFrameSize(this.frame, width, height);
  }

  /** Markup that embeds the current video elsewhere. */
  embedCode(): string {
    const { video_id: videoId } = this.cache.read('videoData') as { video_id: string };
    return this.hostFrame.embedCode(videoId);
  }

  receive(event: WireMessageEvent): void {
    this.#document.check();
    this.#connection.receive(event);
  }

  /** Call it when the frame is outside a page: whatever its last report, its state becomes unstarted. */
  suspend(): void {
    this.#connection.suspend();
    this.#observer?.onGone();
    const { currentTime } = this.cache;
    if (this.cache.read('playerState') === PLAYER_STATE.unstarted) return;
    this.#onMessage(FRAME_EVENTS.infoDelivery, { playerState: PLAYER_STATE.unstarted, currentTime });
    this.#onMessage('onStateChange', PLAYER_STATE.unstarted);
  }

  /** Checks whether the frame was removed: no event reports it, and the last message of the frame may be lost with it. */
  check(): void {
    if (this.frame.contentWindow === null) this.suspend();
  }

  fullscreenChanged(): void {
    this.fullscreen.check();
  }

  /** May be called at any time, repeatedly: frameworks unmount before the player is ready, and twice. */
  destroy(keepsFrame = false): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.frame.removeEventListener('load', this.#onLoad);
    this.#environment.registry.remove(this);
    this.#connection.stop();
    this.#document.stop();
    this.#listeners.clear();
    if (!keepsFrame) this.hostFrame.remove();
  }

  /** Whether the frame is greeted at once; a lazy frame is greeted when it has loaded. */
  get #isStartedNow(): boolean {
    return !this.hostFrame.isLazy || this.hostFrame.isHeldBack;
  }

  /** The page has set another address of the frame. */
  readonly #onNavigation = (): void => {
    this.hostFrame.followAddress();
    if (this.#isStartedNow && this.frame.contentWindow !== null) this.#connection.navigate();
  };

  readonly #onLoad = (): void => {
    this.#environment.registry.add(this);
    this.#connection.frameLoaded();
  };

  readonly #onMessage = (event: string, info: unknown): void => {
    if (event === FRAME_EVENTS.initialDelivery) this.#standing.clear();
    if (event === 'onFullscreenChange') this.fullscreen.frameSays(info === true);
    if (event === FULLSCREEN_EXIT_REQUEST) this.fullscreen.leave().catch(() => undefined);
    // A reloaded document has not yet received the full-screen state.
    if (event === 'onReady' && this.fullscreen.isFrame) this.#tellFullscreen();
    if (event === FRAME_EVENTS.apiInfoDelivery) this.cache.apiInfo.replace(info);
    else if (event === FRAME_EVENTS.initialDelivery || event === FRAME_EVENTS.infoDelivery) this.#takeInfo(info);
    else this.#emit(event, info);
    this.#observer?.onMessage(event, info);
  };

  #tellFullscreen(): void {
    const { isFrame } = this.fullscreen;
    if (isFrame) this.#connection.subscribe(FULLSCREEN_EXIT_REQUEST);
    this.command('setHostFullscreen', [isFrame]);
  }

  #takeInfo(info: unknown): void {
    if (!isRecord(info)) return;
    const stateBefore = this.cache.read('playerState');
    this.cache.merge(info);
    if (this.cache.read('playerState') !== stateBefore) this.#standing.forgetError();
    if ('wireVersion' in info) this.#environment.registry.hearWireVersion(info['wireVersion'], this.frame.src);
    this.cache.apiInfo.takeMethods(info['apiInterface']);
    const video = info['videoData'];
    if (isRecord(video) && typeof video['title'] === 'string') this.hostFrame.followTitle(video['title']);
  }

  /** Sends a late listener the event that earlier listeners have received. */
  #sendStandingEvent(name: string, listener: PlayerListener): void {
    const data = this.#standing.of(name);
    if (data !== undefined) this.#listeners.emitTo(listener, name, { target: this.player, data });
  }

  #emit(name: string, data: unknown): void {
    this.#standing.take(name, data);
    this.#listeners.emit(name, { target: this.player, data: data ?? null });
  }

  /** Reports a silent frame, because a blocked frame, script or video must not seem to be still loading. */
  readonly #onSilence = (): void => {
    tellAuthor(this.#environment.window, `Oriel: ${this.hostFrame.silenceText()}`);
    if (this.cache.read('playerState') === PLAYER_STATE.unstarted) this.#emit('onError', HOST_ERROR.playback);
    this.#observer?.onSilence();
  };
}

function isListener(listener: unknown): listener is PlayerListener {
  return typeof listener === 'function' || (typeof listener === 'string' && listener !== '');
}

function isMutedAtStart(address: string): boolean {
  return /[?&]mute=(1|true)\b/.test(address);
}
