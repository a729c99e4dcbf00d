import { embedCode } from '../../../protocol/host/embed-code.ts';
import type { HostEnvironment } from '../environment.ts';
import type { PlayerOptions } from '../player/player-options.ts';
import type { WidgetId } from '../wire/registry.ts';
import { adoptedFrameAddress, newFrameAddress } from './frame-address.ts';
import { isFrame, makeFrame } from './frame-element.ts';
import { OPAQUE_ORIGIN, originOf, secureOrigin } from './host-origin.ts';
import { portableAddress } from './portable-address.ts';

/** The frame of one player: created in place of an element, or adopted unchanged. */
export class HostFrame {
  readonly element: HTMLIFrameElement;
  readonly #environment: HostEnvironment;
  /** The element that the frame replaces; `null` for an adopted frame. */
  readonly #replaced: Element | null;
  /** The title that follows the video; a title that the page has set since stays. */
  #followedTitle: string | undefined;

  constructor(target: Element, options: PlayerOptions, widgetId: WidgetId, environment: HostEnvironment) {
    this.#environment = environment;
    this.#replaced = isFrame(target) ? null : target;
    this.element = isFrame(target) ? target : makeFrame(target, options);
    this.#followedTitle = options.title ? undefined : this.element.title;
    if (this.element.id === '') this.element.id = `widget${widgetId}`;
    if (this.#replaced === null) this.#adopt(widgetId, environment);
    else {
      this.element.src = newFrameAddress(options, widgetId, environment);
      target.parentNode?.replaceChild(this.element, target);
    }
  }

  /** Origin of its messages; `null` in a sandbox without an origin, as browsers write it. */
  origin = (): string | undefined => {
    if (isOpaque(this.element)) return OPAQUE_ORIGIN;
    const origin = originOf(this.element.src);
    return origin === undefined ? undefined : secureOrigin(origin, this.#environment.defaultHost);
  };

  #adopt(widgetId: WidgetId, environment: HostEnvironment): void {
    const address = adoptedFrameAddress(this.element, widgetId, environment);
    if (address !== undefined) this.element.src = address;
  }

  /** Whether it was in the page before, perhaps with a player that has sent its first message already. */
  get isAdopted(): boolean {
    return this.#replaced === null;
  }

  /** The browser loads it when it comes near the viewport. */
  get isLazy(): boolean {
    return this.element.loading === 'lazy';
  }

  /** Loads a lazy frame when it receives a command. */
  loadNow(): void {
    if (this.isLazy) this.element.loading = 'eager';
  }

  /** Explains a silent frame to the author of the page. */
  silenceText(): string {
    return (
      `no player answers at ${this.element.src}. Check that the address can be reached and is one of an Oriel server, that ` +
      'it carries enablejsapi=1, and that its origin parameter is the origin of this page.'
    );
  }

  /** Screen readers announce a frame by its title. */
  followTitle(title: string): void {
    if (title !== '' && this.element.title === this.#followedTitle) this.#followedTitle = this.element.title = title;
  }

  /** Markup that embeds the same video elsewhere; none while the frame shows nothing. */
  embedCode(videoId: string): string {
    const { src, width, height, title } = this.element;
    const address = portableAddress(src, videoId);
    return address && embedCode({ address, title, size: { width, height } });
  }

  /** Restores the replaced element synchronously: react-youtube creates the next player on it. */
  remove(): void {
    if (this.#replaced === null || this.#replaced.contains(this.element)) this.element.remove();
    else this.element.replaceWith(this.#replaced);
  }
}

function isOpaque(frame: HTMLIFrameElement): boolean {
  return frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin');
}
