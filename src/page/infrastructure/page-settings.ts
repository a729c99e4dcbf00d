import { DEFAULT_SERVICE_ADDRESSES } from '../../../protocol/page/default-addresses.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';

/** The part of the page configuration that the service works with. */
export type PageSettings = Omit<PageConfig, 'playerResponse' | 'player'>;

/** Of a page that was served as a plain file, until the provider has told it more. */
export const PLAIN_PAGE_SETTINGS: PageSettings = {
  apiVersion: 'v1',
  apiKey: '',
  addresses: DEFAULT_SERVICE_ADDRESSES,
  loggedIn: false,
  privacy: {
    privateEmbed: false,
    privateEmbedHosts: [],
    educationHosts: [],
    visitorIdConsent: false,
    enableSafetyMode: false,
    lockedSafetyMode: false,
  },
  bench: false,
};
