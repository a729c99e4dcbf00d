import { Emitter } from '../../player/emitter.ts';

/** What can cover the picture beside the controls; one at a time. */
export type PanelName = 'settings' | 'shortcuts' | 'menu' | 'about' | 'privacy' | 'more' | 'share' | 'playlist';

export interface OpenPanel<Name extends string = PanelName> {
  readonly name: Name;
  /** Where a context menu was opened, CSS pixels. */
  readonly at: readonly [left: number, top: number] | null;
}

/** Which panel is open. Focus returns to where it was when the panel closes, unless the viewer moved it elsewhere. */
export class Panels<Name extends string = PanelName> {
  readonly #document: Document;
  readonly #changed: Emitter<void>;
  #open: OpenPanel<Name> | null = null;
  #opener: Element | null = null;

  constructor(document: Document, reportError: (error: unknown) => void) {
    this.#document = document;
    this.#changed = new Emitter(reportError);
  }

  get = (): OpenPanel<Name> | null => this.#open;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  open(name: Name, at: OpenPanel['at'] = null): void {
    if (this.#open === null) this.#opener = this.#document.activeElement;
    this.#open = { name, at };
    this.#changed.emit();
  }

  toggle(name: Name): void {
    if (this.#open?.name === name) this.close();
    else this.open(name);
  }

  close = (): void => {
    if (this.#open === null) return;
    this.#open = null;
    const opener = this.#opener;
    this.#opener = null;
    if (opener instanceof HTMLElement && opener.isConnected && opener !== this.#document.body) opener.focus();
    this.#changed.emit();
  };
}
