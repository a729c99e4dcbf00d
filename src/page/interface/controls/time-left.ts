import { TIME_LEFT_ENTRY } from '../../../../protocol/privacy/stored-names.ts';
import { Emitter } from '../../player/emitter.ts';
import { viewerMemory, type ViewerMemory } from '../shared/viewer-memory.ts';
import { defineFeature } from '../shared/features.ts';

export interface TimeLeftDependencies {
  readonly memory: Pick<ViewerMemory, 'read' | 'write' | 'forget'>;
  readonly reportError: (error: unknown) => void;
}

/** Whether the clock counts down to the end instead of up from the start: the viewer's choice, stored for later visits. */
export class TimeLeft {
  readonly #memory: TimeLeftDependencies['memory'];
  readonly #changed: Emitter<void>;
  #isShown: boolean;

  constructor({ memory, reportError }: TimeLeftDependencies) {
    this.#memory = memory;
    this.#changed = new Emitter(reportError);
    this.#isShown = memory.read(TIME_LEFT_ENTRY) === true;
  }

  get = (): boolean => this.#isShown;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  toggle = (): void => {
    this.#isShown = !this.#isShown;
    if (this.#isShown) this.#memory.write(TIME_LEFT_ENTRY, true);
    else this.#memory.forget(TIME_LEFT_ENTRY);
    this.#changed.emit();
  };
}

export const timeLeft = defineFeature(
  (features) => new TimeLeft({ ...features.page, memory: features.get(viewerMemory) }),
);
