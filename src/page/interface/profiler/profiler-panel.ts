import { Panels } from '../panels/panels.ts';
import { defineFeature } from '../shared/features.ts';

/** The profiler, opened from a menu or by the address. It stays open while other panels open and close, so measuring continues. */
export const profilerPanel = defineFeature(({ page }) => new Panels<'menu' | 'address'>(page));
