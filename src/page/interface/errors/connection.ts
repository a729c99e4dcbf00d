import { defineFeature } from '../shared/features.ts';

/** The page's, which knows the network since before the interface was loaded. */
export const connection = defineFeature(({ page }) => page.connection);
