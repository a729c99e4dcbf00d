import type { HlsConfig } from 'hls.js';
import { LICENSE_TIMEOUT_MS, type ContentProtection } from '../../../../protocol/media/content-protection.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { LicenseRequests } from './license-requests.ts';

const CLEAR_KEY = 'org.w3.clearkey';

/** Settings of hls.js for a protected video. */
export function protectionConfig(protection: ContentProtection, clock: Clock): Partial<HlsConfig> {
  const requests = new LicenseRequests(protection, clock);
  const systems = Object.entries(protection).map(([system, { licenseUrl, certificateUrl }]) => [
    system,
    {
      licenseUrl,
      ...(certificateUrl === undefined ? {} : { serverCertificateUrl: certificateUrl }),
      ...(system === CLEAR_KEY ? { generateRequest: requestByKeyId } : {}),
    },
  ]);
  return {
    emeEnabled: true,
    drmSystems: Object.fromEntries(systems) as NonNullable<HlsConfig['drmSystems']>,
    licenseXhrSetup: async (request, url, { keySystem }, message) => {
      await requests.prepare(request, url, keySystem, message);
    },
    certLoadPolicy: {
      default: {
        maxTimeToFirstByteMs: LICENSE_TIMEOUT_MS,
        maxLoadTimeMs: LICENSE_TIMEOUT_MS,
        timeoutRetry: null,
        errorRetry: { maxNumRetry: 1, retryDelayMs: 500, maxRetryDelayMs: 500 },
      },
    },
  };
}

type GenerateRequest = NonNullable<
  NonNullable<NonNullable<HlsConfig['drmSystems']>[typeof CLEAR_KEY]>['generateRequest']
>;

/** Requests ClearKey by the key id of the playlist: few packagers write boxes from which browsers could read the id. */
const requestByKeyId: GenerateRequest = (initDataType, initData, { decryptdata }) => {
  const keyId = decryptdata.keyId;
  if (initData !== null || keyId === null) return { initDataType, initData };
  const kids = [base64Url(keyId)];
  return { initDataType: 'keyids', initData: new TextEncoder().encode(JSON.stringify({ kids })).buffer };
};

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
