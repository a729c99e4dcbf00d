import type { HostEnvironment } from '../environment.ts';
import type { PlayerOptions } from '../player/player-options.ts';
import type { WidgetId } from '../wire/registry.ts';
import { embedCode } from './embed-code.ts';
import { adoptedFrameAddress, newFrameAddress } from './frame-address.ts';
import { isFrame, makeFrame } from './frame-element.ts';
import { OPAQUE_ORIGIN, originOf, secureOrigin } from './host-origin.ts';

/** The frame of one player: made in place of an element, or adopted as it is. */
export class HostFrame {
  readonly element: HTMLIFrameElement;
  readonly #environment: HostEnvironment;
  /** What the frame stands in for; `null` for an adopted one. */
  readonly #replaced: Element | null;
  readonly #hasOwnTitle: boolean;

  constructor(target: Element, options: PlayerOptions, widgetId: WidgetId, environment: HostEnvironment) {
    this.#environment = environment;
    this.#hasOwnTitle = Boolean(options.title);
    this.#replaced = isFrame(target) ? null : target;
    this.element = isFrame(target) ? target : makeFrame(target, options);
    if (this.element.id === '') this.element.id = `widget${widgetId}`;
    if (this.#replaced === null) this.#adopt(widgetId, environment);
    else {
      this.element.src = newFrameAddress(options, widgetId, environment);
      target.parentNode?.replaceChild(this.element, target);
    }
  }

  /** Where its messages come from and go to; `null` in a sandbox without an origin, as browsers spell it. */
  origin = (): string | undefined => {
    if (isOpaque(this.element)) return OPAQUE_ORIGIN;
    const origin = originOf(this.element.src);
    return origin === undefined ? undefined : secureOrigin(origin, this.#environment.defaultHost);
  };

  #adopt(widgetId: WidgetId, environment: HostEnvironment): void {
    const address = adoptedFrameAddress(this.element, widgetId, environment);
    if (address !== undefined) this.element.src = address;
  }

  /** The browser loads it when the viewer comes near it. */
  get isLazy(): boolean {
    return this.element.loading === 'lazy';
  }

  /** Whoever commands it wants it. */
  loadNow(): void {
    if (this.isLazy) this.element.loading = 'eager';
  }

  /** For the author of a page whose frame says nothing. */
  silenceText(): string {
    return (
      `no player answers at ${this.element.src}. Check that the address can be reached and is one of an Oriel server, that ` +
      'it carries enablejsapi=1, and that its origin parameter is the origin of this page.'
    );
  }

  /** Screen readers name a frame by its title. */
  followTitle(title: string): void {
    if (title !== '' && !this.#hasOwnTitle) this.element.title = title;
  }

  embedCode(videoId: string): string {
    const { src, width, height, title } = this.element;
    return embedCode({ address: src, videoId, width, height, title });
  }

  /** Puts the replaced element back, at once: react-youtube makes the next player on the same one. */
  remove(): void {
    if (this.#replaced === null || this.#replaced.contains(this.element)) this.element.remove();
    else this.element.replaceWith(this.#replaced);
  }
}

function isOpaque(frame: HTMLIFrameElement): boolean {
  return frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin');
}
