import type { Clock } from '../../../protocol/clock.ts';
import { SPHERICAL } from '../../../protocol/constants.ts';
import { AHEAD, normalDirection, type SphereReport, type ViewDirection } from '../../../protocol/spherical.ts';
import { Emitter } from '../player/emitter.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import { canvasSize } from './canvas-size.ts';
import {
  canDrawInWorker,
  connectMain,
  connectWorker,
  type RendererConnection,
  type RendererOptions,
} from './connect-renderer.ts';
import { listenForLooking } from './look-gestures.ts';
import { PictureFeed } from './picture-feed.ts';
import './spherical.css';

export interface SphericalViewOptions extends RendererOptions {
  readonly player: Player;
  readonly clock: Clock;
  readonly root: HTMLElement;
  readonly media: HTMLVideoElement;
  readonly allowWorker: boolean;
  readonly reportError: (error: unknown) => void;
  /** The browser cannot draw it. */
  readonly onUnavailable: () => void;
}

/** `waiting`: the poster stays; `lost`: the graphics memory is gone for now, and the flat film is better than nothing. */
type Phase = 'waiting' | 'shown' | 'lost';

/**
 * A spherical film as seen from its middle, on a canvas over the video. The video stays beneath: it takes the presses,
 * fills the screen on an iPhone, and is what picture-in-picture shows, flat. Where the viewer looks is known here; the
 * player, and hosts with it, are told now and then.
 */
export class SphericalView {
  readonly #options: SphericalViewOptions;
  readonly #turned: Emitter<void>;
  readonly #ending = new AbortController();
  #canvas: HTMLCanvasElement;
  #renderer: RendererConnection | null = null;
  #feed: PictureFeed | null = null;
  #direction: ViewDirection = AHEAD;
  /** The player's word that the view has followed. */
  #followed: PlayerSnapshot['spherical'] = {};
  #cancelPublish: (() => void) | null = null;

  constructor(options: SphericalViewOptions) {
    this.#options = options;
    this.#turned = new Emitter(options.reportError);
    const { player, media, root, allowWorker } = options;
    const { signal } = this.#ending;
    this.#canvas = this.#createCanvas();
    const observer = new ResizeObserver(() => this.#resize());
    observer.observe(root);
    const unfollow = player.subscribe(() => this.#followPlayer());
    signal.addEventListener('abort', () => {
      observer.disconnect();
      unfollow();
    });
    /** The last film must not be seen while the next one has no frame. */
    media.addEventListener('emptied', () => this.#setPhase('waiting'), { signal });
    listenForLooking({ view: this, root, media }, signal);
    this.#followPlayer();
    this.#start(allowWorker && canDrawInWorker());
  }

  get direction(): ViewDirection {
    return this.#direction;
  }

  get canvas(): HTMLCanvasElement {
    return this.#canvas;
  }

  /** Told of every change of the direction, many times a second. */
  onTurn = (listener: () => void): (() => void) => this.#turned.on(listener);

  turnTo(direction: Partial<ViewDirection>): void {
    this.#show({ ...this.#direction, ...direction });
    this.#cancelPublish ??= this.#options.clock.after(SPHERICAL.publishIntervalMs, () => this.#publish());
  }

  turnBy(yaw: number, pitch: number): void {
    this.turnTo({ yaw: this.#direction.yaw + yaw, pitch: this.#direction.pitch + pitch });
  }

  /** Below 1 looks closer. */
  zoomBy(factor: number): void {
    this.turnTo({ fov: this.#direction.fov * factor });
  }

  /** Where no worker can start, as in a sandboxed frame, main draws. */
  #start(inWorker: boolean): void {
    this.#connect(inWorker).catch((error: unknown) => (inWorker ? this.#startOnMain() : this.#giveUp(error)));
  }

  async #connect(inWorker: boolean): Promise<void> {
    const { media } = this.#options;
    if (!('requestVideoFrameCallback' in media)) throw new Error('the browser does not tell of new frames');
    const canvas = this.#canvas;
    const onReport = (report: SphereReport): void => {
      if (canvas === this.#canvas) this.#onReport(report);
    };
    this.#renderer = inWorker ? connectWorker(this.#options, onReport) : await connectMain(this.#options, onReport);
    this.#feed = new PictureFeed(media, this.#renderer, () => this.#onRefused());
    this.#renderer.open(canvas);
    this.#resize();
    this.#show(this.#direction);
    if (this.#followed.fov !== undefined) this.#feed.start();
  }

  #onReport(report: SphereReport): void {
    switch (report) {
      case 'ready':
        return this.#feed?.want(true);
      case 'taken':
        if (this.#options.media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.#setPhase('shown');
        return this.#feed?.want(false);
      case 'lost':
        return this.#setPhase('lost');
      case 'unavailable':
        return this.#onRefused();
    }
  }

  #onRefused(): void {
    if (this.#renderer?.isWorker === true) this.#startOnMain();
    else this.#giveUp(new Error('the browser has no WebGL'));
  }

  /** A canvas that was handed over does not come back, so the second try has one of its own. */
  #startOnMain(): void {
    this.#disconnect();
    this.#canvas = this.#createCanvas();
    this.#setPhase('waiting');
    this.#start(false);
  }

  #giveUp(error: unknown): void {
    const { reportError, onUnavailable } = this.#options;
    this.#disconnect();
    this.#ending.abort();
    this.#cancelPublish?.();
    reportError(error);
    onUnavailable();
  }

  #disconnect(): void {
    this.#feed?.stop();
    this.#renderer?.close();
    this.#canvas.remove();
    this.#feed = null;
    this.#renderer = null;
  }

  #followPlayer(): void {
    const { player, root } = this.#options;
    const { spherical } = player.getSnapshot();
    if (spherical === this.#followed) return;
    this.#followed = spherical;
    if (spherical.fov === undefined) {
      root.removeAttribute('data-spherical');
      this.#canvas.hidden = true;
      return this.#feed?.stop();
    }
    if (!root.hasAttribute('data-spherical')) this.#setPhase('waiting');
    this.#feed?.start();
    this.#show(spherical);
  }

  #setPhase(phase: Phase): void {
    const { root } = this.#options;
    if (this.#followed.fov === undefined) return;
    root.setAttribute('data-spherical', phase);
    this.#canvas.hidden = phase !== 'shown';
  }

  #show(direction: PlayerSnapshot['spherical']): void {
    this.#direction = normalDirection(direction);
    this.#renderer?.send({ kind: 'look', direction: this.#direction });
    this.#turned.emit();
  }

  #publish(): void {
    this.#cancelPublish = null;
    const { player } = this.#options;
    const direction = this.#direction;
    player.execute({ name: 'setSphericalProperties', arguments: [direction] }, 'viewer');
  }

  #resize(): void {
    const { root } = this.#options;
    const { devicePixelRatio: density, navigator } = window;
    const { deviceMemory: memoryGigabytes } = navigator as Navigator & { readonly deviceMemory?: number };
    const { clientWidth, clientHeight } = root;
    this.#renderer?.send({ kind: 'size', ...canvasSize(clientWidth, clientHeight, { density, memoryGigabytes }) });
  }

  #createCanvas(): HTMLCanvasElement {
    const { media } = this.#options;
    const canvas = media.ownerDocument.createElement('canvas');
    canvas.className = 'sphere';
    canvas.hidden = true;
    media.after(canvas);
    return canvas;
  }
}
