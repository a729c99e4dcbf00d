import { AHEAD, normalDirection, type SphereReport, type ViewDirection } from '../../../protocol/media/spherical.ts';
import { Emitter } from '../player/emitter.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import { canvasSize } from './canvas-size.ts';
import { listenForLooking } from './look-gestures.ts';
import { SphereDrawing, type SphereDrawingOptions } from './sphere-drawing.ts';
import './spherical.css';

/** Interval at which hosts get a continuously changing direction. */
const PUBLISH_INTERVAL_MS = 100;

export interface SphericalViewOptions extends Pick<
  SphereDrawingOptions,
  'clock' | 'media' | 'allowWorker' | 'startWorker' | 'loadModule'
> {
  readonly player: Player;
  readonly root: HTMLElement;
  readonly reportError: (error: unknown) => void;
  /** The browser cannot draw the sphere. */
  readonly onUnavailable: () => void;
}

/** `waiting`: the poster stays; `lost`: the graphics memory is temporarily lost, and the flat video is shown. */
type Phase = 'waiting' | 'shown' | 'lost';

/**
 * Spherical view from the centre, on a canvas over the video element. The element stays beneath: it receives the presses,
 * fills the screen on an iPhone, and is shown flat in picture-in-picture. The direction is kept here; the player and
 * hosts get it at intervals.
 */
export class SphericalView {
  readonly #options: SphericalViewOptions;
  readonly #turned: Emitter<void>;
  readonly #ending = new AbortController();
  readonly #drawing: SphereDrawing;
  #phase: Phase = 'waiting';
  #direction: ViewDirection = AHEAD;
  /** Last direction that was reported to the player. */
  #followed: PlayerSnapshot['spherical'] = {};
  #cancelPublish: (() => void) | null = null;

  constructor(options: SphericalViewOptions) {
    this.#options = options;
    this.#turned = new Emitter(options.reportError);
    const { player, media, root } = options;
    const { signal } = this.#ending;
    this.#drawing = new SphereDrawing({
      ...options,
      onCanvas: () => this.#onCanvas(),
      onReport: (report) => this.#onReport(report),
      onFailed: (error) => this.#giveUp(error),
    });
    const observer = new ResizeObserver(() => this.#resize());
    observer.observe(root);
    const unfollow = player.subscribe(() => this.#followPlayer());
    signal.addEventListener('abort', () => {
      observer.disconnect();
      unfollow();
    });
    // The previous video must not stay visible until the next video has a frame.
    media.addEventListener('emptied', () => this.#setPhase('waiting'), { signal });
    listenForLooking({ view: this, root, media }, signal);
    this.#followPlayer();
    this.#drawing.start();
  }

  get direction(): ViewDirection {
    return this.#direction;
  }

  get canvas(): HTMLCanvasElement {
    return this.#drawing.canvas;
  }

  /** Called on every change of the direction, many times a second. */
  onTurn = (listener: () => void): (() => void) => this.#turned.on(listener);

  turnTo(direction: Partial<ViewDirection>): void {
    this.#show({ ...this.#direction, ...direction });
    this.#cancelPublish ??= this.#options.clock.after(PUBLISH_INTERVAL_MS, () => this.#publish());
  }

  turnBy(yaw: number, pitch: number): void {
    this.turnTo({ yaw: this.#direction.yaw + yaw, pitch: this.#direction.pitch + pitch });
  }

  /** Zooms by a factor of the field of view; below 1 zooms in. */
  zoomBy(factor: number): void {
    this.turnTo({ fov: this.#direction.fov * factor });
  }

  /** For a new canvas in the middle of a video, shows the flat picture until the canvas has a frame. */
  #onCanvas(): void {
    this.#setPhase(this.#phase === 'shown' ? 'lost' : this.#phase);
    this.#resize();
    this.#show(this.#direction);
  }

  #onReport(report: SphereReport): void {
    if (report === 'lost') this.#setPhase('lost');
    const hasFrame = this.#options.media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    if (report === 'taken' && hasFrame) this.#setPhase('shown');
  }

  #giveUp(error: unknown): void {
    const { reportError, onUnavailable } = this.#options;
    this.#ending.abort();
    this.#cancelPublish?.();
    reportError(error);
    onUnavailable();
  }

  #followPlayer(): void {
    const { player, root } = this.#options;
    const { spherical } = player.getSnapshot();
    if (spherical === this.#followed) return;
    this.#followed = spherical;
    if (spherical.fov === undefined) {
      root.removeAttribute('data-spherical');
      this.canvas.hidden = true;
      return this.#drawing.setFed(false);
    }
    if (!root.hasAttribute('data-spherical')) this.#setPhase('waiting');
    this.#drawing.setFed(true);
    this.#show(spherical);
  }

  #setPhase(phase: Phase): void {
    const { root } = this.#options;
    // A browser without WebGL can report it while a canvas is being set up.
    if (this.#followed.fov === undefined || this.#ending.signal.aborted) return;
    this.#phase = phase;
    root.setAttribute('data-spherical', phase);
    this.canvas.hidden = phase !== 'shown';
  }

  #show(direction: PlayerSnapshot['spherical']): void {
    this.#direction = normalDirection(direction);
    this.#drawing.send({ kind: 'look', direction: this.#direction });
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
    this.#drawing.send({ kind: 'size', ...canvasSize(clientWidth, clientHeight, { density, memoryGigabytes }) });
  }
}
