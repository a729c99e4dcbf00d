import type { EmbedParameters } from '../../../../protocol/page/embed-parameters.ts';
import { SINGLE_KEYS_ENTRY } from '../../../../protocol/privacy/stored-names.ts';
import { Emitter } from '../../player/emitter.ts';
import { viewerMemory, type ViewerMemory } from './viewer-memory.ts';
import { defineFeature } from './features.ts';

/** Letters, digits and punctuation, with Shift, too: speech input types them, and a trembling hand presses them. */
const SINGLE_KEY = /^(?:Shift\+)?[!-~]$/;

/** Whether a key types a character, by its name in the key tables. */
export function isSingleKey(name: string): boolean {
  return SINGLE_KEY.test(name);
}

export interface SingleKeysDependencies {
  readonly memory: Pick<ViewerMemory, 'read' | 'write' | 'forget'>;
  readonly parameters: Pick<EmbedParameters, 'disablekb'>;
  /** The button of the first paint, which names its key, too. */
  readonly bigPlay: Pick<HTMLElement, 'setAttribute' | 'removeAttribute'>;
  readonly reportError: (error: unknown) => void;
}

/**
 * Whether single keys are shortcuts (WCAG 2.1.4): the viewer may turn them off, for the page and, where it may keep a choice,
 * for later visits. Keys that type nothing, such as arrows, work either way.
 */
export class SingleKeys {
  readonly #memory: SingleKeysDependencies['memory'];
  readonly #bigPlay: SingleKeysDependencies['bigPlay'];
  readonly #parameters: SingleKeysDependencies['parameters'];
  readonly #changed: Emitter<void>;
  #isOn: boolean;

  constructor({ memory, parameters, bigPlay, reportError }: SingleKeysDependencies) {
    this.#memory = memory;
    this.#bigPlay = bigPlay;
    this.#parameters = parameters;
    this.#changed = new Emitter(reportError);
    this.#isOn = memory.read(SINGLE_KEYS_ENTRY) !== false;
    this.#nameKey();
  }

  get = (): boolean => this.#isOn;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  toggle = (): void => {
    this.#isOn = !this.#isOn;
    if (this.#isOn) this.#memory.forget(SINGLE_KEYS_ENTRY);
    else this.#memory.write(SINGLE_KEYS_ENTRY, false);
    this.#nameKey();
    this.#changed.emit();
  };

  #nameKey(): void {
    if (this.#isOn && !this.#parameters.disablekb) this.#bigPlay.setAttribute('aria-keyshortcuts', 'k');
    else this.#bigPlay.removeAttribute('aria-keyshortcuts');
  }
}

export const singleKeys = defineFeature(
  (features) => new SingleKeys({ ...features.page, memory: features.get(viewerMemory) }),
);
