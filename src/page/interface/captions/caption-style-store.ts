import { OwnSnapshot } from '../../player/snapshot-store.ts';
import { viewerMemory, type ViewerMemory } from '../shared/viewer-memory.ts';
import { defineFeature } from '../shared/features.ts';
import {
  CAPTION_SIZES_PERCENT,
  CAPTION_TEXT_OPACITIES_PERCENT,
  CAPTION_WINDOW_OPACITIES_PERCENT,
  DEFAULT_CAPTION_STYLE,
  readCaptionStyle,
  type CaptionStyle,
} from './caption-style.ts';

const KEY = 'caption-style';

/** The viewer's caption style, for every video on this device. */
export class CaptionStyleStore extends OwnSnapshot<CaptionStyle> {
  readonly #memory: ViewerMemory;

  constructor(memory: ViewerMemory, reportError: (error: unknown) => void) {
    super(readCaptionStyle(memory.read(KEY)), reportError);
    this.#memory = memory;
  }

  change(patch: Partial<CaptionStyle>): void {
    if (this.update(patch)) this.#memory.write(KEY, this.get());
  }

  reset(): void {
    this.update(DEFAULT_CAPTION_STYLE);
    this.#memory.forget(KEY);
  }

  /** The next size up or down; stays at the ends. */
  resize(step: 1 | -1): number {
    const sizes = CAPTION_SIZES_PERCENT;
    const index = sizes.findIndex((size) => size === this.get().sizePercent) + step;
    this.change({ sizePercent: sizes[Math.min(sizes.length - 1, Math.max(0, index))] ?? 100 });
    return this.get().sizePercent;
  }

  nextTextOpacity(): number {
    this.change({ textOpacityPercent: after(CAPTION_TEXT_OPACITIES_PERCENT, this.get().textOpacityPercent) });
    return this.get().textOpacityPercent;
  }

  nextWindowOpacity(): number {
    this.change({
      windowOpacityPercent: after(CAPTION_WINDOW_OPACITIES_PERCENT, this.get().windowOpacityPercent),
    });
    return this.get().windowOpacityPercent;
  }
}

export const captionStyles = defineFeature(
  (features) => new CaptionStyleStore(features.get(viewerMemory), features.page.reportError),
);

/** The next value; wraps from the last to the first. */
function after(values: readonly number[], value: number): number {
  return values[(values.indexOf(value) + 1) % values.length] ?? value;
}
