import type { HostEnvironment } from '../environment.ts';
import type { PlayerOptions } from '../player-options.ts';
import type { WidgetId } from '../wire/widget-id.ts';
import { adoptedFrameAddress, newFrameAddress } from './frame-address.ts';
import { frameMarkup, isFrame, makeFrame } from './frame-element.ts';
import { OPAQUE_ORIGIN, originOf, pageOrigin, secureOrigin } from '../host-origin.ts';
import { portableAddress } from './portable-address.ts';

/** The frame of one player: created in place of an element, or adopted unchanged. */
export class HostFrame {
  readonly element: HTMLIFrameElement;
  readonly #environment: HostEnvironment;
  readonly #widgetId: WidgetId;
  /** The element that the frame replaces; `null` for an adopted frame. */
  readonly #replaced: Element | null;
  /** The latest title that the script has set; a title set by the page is kept. */
  #followedTitle: string | undefined;

  constructor(target: Element, options: PlayerOptions, widgetId: WidgetId, environment: HostEnvironment) {
    this.#environment = environment;
    this.#widgetId = widgetId;
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

  /**
   * Origins that the frame's messages may come from, the likeliest first: the origin of its address, and origins of players to which
   * scripts may navigate it. A frame in a sandbox has the origin `null`, and so has any frame of a sandboxed page; a sandbox that the page
   * gives a frame later counts from its next document on.
   */
  get origins(): readonly string[] {
    const { window, defaultHost, replacedHosts } = this.#environment;
    const address = originOf(this.element.src);
    const named = address === undefined ? [] : [secureOrigin(address, defaultHost, window.location)];
    const own = isOpaque(this.element) || pageOrigin(window) === OPAQUE_ORIGIN ? [OPAQUE_ORIGIN] : [];
    return [...own, ...named, defaultHost, ...replacedHosts];
  }

  /**
   * Whether the frame loads no player by itself: it has no address, the address of another page, or a facade in `srcdoc`. A consent
   * manager, a lazy loader or the viewer navigates it later; or the browser, which loads frames of other origins in a prerendered page
   * once it is shown.
   */
  get isHeldBack(): boolean {
    const { element } = this;
    const { prerendering } = this.#environment.window.document as { readonly prerendering?: boolean };
    if (prerendering) return true;
    // An empty attribute means an empty frame, but the property `src` is then the address of the page.
    const address = element.getAttribute('src')?.trim() === '' ? '' : element.src;
    return element.hasAttribute('srcdoc') || originOf(address) === undefined || !PLAYER_ADDRESS.test(address);
  }

  /** Whether a held-back frame will become a player: it is empty, has a facade, or has a player address in another attribute. */
  get isPromised(): boolean {
    const { element, isHeldBack } = this;
    const isOtherPage = !element.hasAttribute('srcdoc') && originOf(element.src) !== undefined;
    const keepsAddress = (): boolean => Array.from(element.attributes).some(({ value }) => PLAYER_ADDRESS.test(value));
    return isHeldBack && (!isOtherPage || keepsAddress());
  }

  /** Call it when the page has set the address of the frame. */
  followAddress(): void {
    if (this.#replaced === null) this.#adopt(this.#widgetId, this.#environment);
  }

  #adopt(widgetId: WidgetId, environment: HostEnvironment): void {
    const address = adoptedFrameAddress(this.element, widgetId, environment);
    if (address !== undefined) this.element.src = address;
  }

  /** Whether the frame was in the page before the player, so that it may already have sent its first message. */
  get isAdopted(): boolean {
    return this.#replaced === null;
  }

  /** Whether the browser loads the frame only when it comes near the viewport. */
  get isLazy(): boolean {
    return this.element.loading === 'lazy';
  }

  /** Loads a lazy frame when it receives a command. */
  loadNow(): void {
    if (this.isLazy) this.element.loading = 'eager';
  }

  /** Explains a silent frame to the author of the page. */
  silenceText(): string {
    return `no player answers at ${this.element.src}. It needs an Oriel server, enablejsapi=1, and origin=${pageOrigin(this.#environment.window)}.`;
  }

  /** Explains to the author of the page why nothing happens. */
  heldBackText(): string {
    const { id } = this.element;
    return `the frame #${id} shows no player yet. Commands wait until it has the address of one, from a consent manager, a lazy loader or the viewer, and its page is shown.`;
  }

  /** Screen readers announce a frame by its title. */
  followTitle(title: string): void {
    if (title !== '' && this.element.title === this.#followedTitle) this.#followedTitle = this.element.title = title;
  }

  /** Markup that embeds the same video elsewhere; empty while the frame has no address. */
  embedCode(videoId: string): string {
    const address = portableAddress(this.element.src, videoId);
    return address && frameMarkup(this.element, address);
  }

  /** Restores the replaced element synchronously: react-youtube creates the next player on it. */
  remove(): void {
    if (this.#replaced === null || this.#replaced.contains(this.element)) this.element.remove();
    else this.element.replaceWith(this.#replaced);
  }
}

/** Address of an embed page on any host, or of any page with `enablejsapi=1`. */
const PLAYER_ADDRESS = /^([^?#]*\/(embed|v|e)([/?#]|$)|[^#]*[?&]enablejsapi=1\b)/i;

function isOpaque(frame: HTMLIFrameElement): boolean {
  return frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin');
}
