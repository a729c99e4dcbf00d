import type { ServiceAddresses } from './page-config.ts';

/** Paths of the reference provider outside `/youtubei/`. */
export const DEFAULT_SERVICE_ADDRESSES: ServiceAddresses = {
  api: '',
  visitorId: '/pagead/id',
  dataSyncIds: '/getDatasyncIdsEndpoint',
  errorReport: '/error_204',
  networkCheck: '/generate_204',
  adStatusScript: '/ads/ad_status.js',
};
