import { defineFeature } from '../shared/features.ts';

/** The connection of the page, which has followed the network since before the interface loaded. */
export const connection = defineFeature(({ page }) => page.connection);
