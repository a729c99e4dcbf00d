import { STYLES } from './styles.ts';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * `empty`: no video. `poster`: a picture and a button. `loading`: over the picture, a frame whose player is not ready. `player`:
 * only the frame.
 */
export type ViewPhase = 'empty' | 'poster' | 'loading' | 'player';

/** The shadow tree of an element. Built by calls, and styled by a style sheet object: strict policies allow both. */
export class ElementView {
  readonly #root: ShadowRoot;
  #setStyles: (rules: string) => void;
  #rules = STYLES;
  readonly #poster: HTMLImageElement;
  readonly #button: HTMLButtonElement;
  #posterUrl = '';
  #phase: ViewPhase = 'empty';

  constructor(element: HTMLElement, onPress: () => void) {
    this.#root = element.attachShadow({ mode: 'open', delegatesFocus: true });
    this.#setStyles = styleOf(this.#root);
    this.#setStyles(this.#rules);
    this.#poster = document.createElement('img');
    this.#poster.alt = '';
    this.#poster.decoding = 'async';
    this.#poster.setAttribute('part', 'poster');
    // Without a picture the background is black, instead of the browser's icon for a broken image.
    this.#poster.addEventListener('error', () => this.#poster.remove());
    this.#button = document.createElement('button');
    this.#button.type = 'button';
    this.#button.setAttribute('part', 'play-button');
    this.#button.append(playIcon());
    this.#button.addEventListener('click', onPress);
  }

  get phase(): ViewPhase {
    return this.#phase;
  }

  get frame(): HTMLIFrameElement | null {
    return this.#root.querySelector('iframe');
  }

  show(phase: ViewPhase): void {
    this.#phase = phase;
    const hasPoster = this.#posterUrl !== '' && (phase === 'poster' || phase === 'loading');
    if (!hasPoster) this.#poster.remove();
    else if (!this.#poster.isConnected) this.#root.prepend(this.#poster);
    if (phase === 'poster') this.#root.append(this.#button);
    else this.#button.remove();
  }

  setPoster(address: string): void {
    this.#posterUrl = address;
    if (address !== '' && this.#poster.src !== address) this.#poster.src = address;
    this.show(this.#phase);
  }

  setLabel(label: string): void {
    this.#button.ariaLabel = label;
  }

  setAspectRatio(ratio: string): void {
    this.#rules = `${STYLES}:host{aspect-ratio:${ratio}}`;
    this.#setStyles(this.#rules);
  }

  /** Styles the element again in another document, such as that of a popup: a style sheet object is bound to one document. */
  restyle(): void {
    this.#setStyles = styleOf(this.#root);
    this.#setStyles(this.#rules);
  }

  /**
   * Moves the focus of the removed button to the frame. The frame receives keys only after its document has loaded: then that document
   * is focused, unless the viewer has moved the focus before.
   */
  focusFrame(): void {
    const { frame } = this;
    frame?.focus();
    const onLoad = (): void => {
      if (this.#root.activeElement === frame) frame?.contentWindow?.focus();
    };
    frame?.addEventListener('load', onLoad, { once: true });
  }

  /** Adds an element that the player replaces by its frame. */
  addTarget(): HTMLElement {
    this.clearTarget();
    const target = document.createElement('div');
    target.setAttribute('part', 'frame');
    this.#root.append(target);
    return target;
  }

  clearTarget(): void {
    for (const old of this.#root.querySelectorAll('[part="frame"]')) old.remove();
  }
}

function playIcon(): SVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  icon.setAttribute('viewBox', '0 0 72 72');
  icon.setAttribute('aria-hidden', 'true');
  const circle = document.createElementNS(SVG, 'circle');
  for (const [name, value] of [
    ['cx', '36'],
    ['cy', '36'],
    ['r', '35'],
  ] as const)
    circle.setAttribute(name, value);
  const triangle = document.createElementNS(SVG, 'path');
  triangle.setAttribute('d', 'M28 21v30l25-15z');
  icon.append(circle, triangle);
  return icon;
}

/**
 * Styles a shadow tree by a style sheet object, which strict policies allow; by a `style` element in Safari before 16.4, and where the
 * page has replaced `CSSStyleSheet`.
 */
function styleOf(root: ShadowRoot): (rules: string) => void {
  const sheet = adoptedSheet(root);
  if (sheet !== undefined) return (rules) => sheet.replaceSync(rules);
  const style = root.querySelector('style') ?? root.ownerDocument.createElement('style');
  root.append(style);
  return (rules) => {
    style.textContent = rules;
  };
}

/** Adopts a style sheet made by the window of the document: documents refuse style sheets of other windows. `undefined` if it fails. */
function adoptedSheet(root: ShadowRoot): CSSStyleSheet | undefined {
  try {
    const { defaultView } = root.ownerDocument;
    const Sheet = defaultView === window ? CSSStyleSheet : (defaultView as Window & typeof globalThis).CSSStyleSheet;
    const sheet = new Sheet();
    // Throws in browsers that have the class, but not this method.
    sheet.replaceSync('');
    root.adoptedStyleSheets = [sheet];
    return sheet;
  } catch {
    return undefined;
  }
}
