import { Emitter } from '../../player/emitter.ts';
import { defineFeature } from '../shared/features.ts';
import { notices } from '../shared/notices.ts';

/** Menus and panels over or beside the picture; one is open at a time. */
export type PanelName =
  'settings' | 'shortcuts' | 'menu' | 'about' | 'privacy' | 'more' | 'share' | 'playlist' | 'chapters' | 'transcript';

export interface OpenPanel<Name extends string = PanelName> {
  readonly name: Name;
  /** Where a context menu was opened, CSS pixels. */
  readonly at: readonly [left: number, top: number] | null;
}

export interface PanelsDependencies {
  /** Called with every change. */
  readonly onChange?: (isOpen: boolean) => void;
  readonly reportError: (error: unknown) => void;
}

/** Which panel is open. */
export class Panels<Name extends string = PanelName> {
  readonly #onChange: (isOpen: boolean) => void;
  readonly #changed: Emitter<void>;
  #open: OpenPanel<Name> | null = null;

  constructor({ onChange = () => undefined, reportError }: PanelsDependencies) {
    this.#onChange = onChange;
    this.#changed = new Emitter(reportError);
  }

  get = (): OpenPanel<Name> | null => this.#open;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  open(name: Name, at: OpenPanel['at'] = null): void {
    this.#set({ name, at });
  }

  toggle(name: Name): void {
    if (this.#open?.name === name) this.close();
    else this.open(name);
  }

  close = (): void => {
    if (this.#open !== null) this.#set(null);
  };

  #set(open: OpenPanel<Name> | null): void {
    this.#open = open;
    this.#onChange(open !== null);
    this.#changed.emit();
  }
}

/** The menus and sheets over the picture. An opening panel hides the present notice, which is about something else. */
export const panels = defineFeature((features) => {
  const { page, playback } = features;
  const onChange = (isOpen: boolean): void => {
    playback.attention.send(isOpen ? 'panelOpened' : 'panelClosed');
    if (isOpen) features.get(notices).hide();
  };
  return new Panels({ ...page, onChange });
});
