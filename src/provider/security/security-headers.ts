import { formatPolicy, INERT_POLICY } from './content-security-policy.ts';

/** Features that no page of the provider needs. Only Chromium reads this header; elsewhere the attribute of the frame applies. */
const DENIED_FEATURES = [
  'camera',
  'display-capture',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];
/** Features of the player: the embed page itself uses geolocation (B7) and motion (spherical video), the embed code delegates the others. */
const PLAYER_FEATURES = [
  'accelerometer',
  'autoplay',
  'clipboard-write',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'picture-in-picture',
  'screen-wake-lock',
  'storage-access',
];

function permissions(allowed: string): string {
  return [
    ...DENIED_FEATURES.map((feature) => `${feature}=()`),
    ...PLAYER_FEATURES.map((feature) => `${feature}=${allowed}`),
  ].join(', ');
}
export const EMBED_PERMISSIONS = permissions('(self)');
/** A host page delegates these to a frame of another origin. */
export const HOST_PERMISSIONS = permissions('*');
export const NO_PERMISSIONS = permissions('()');

/** Headers of every response, unless the route has set them. COEP and CORP let isolated host pages embed the player. */
export const BASE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': formatPolicy(INERT_POLICY),
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': NO_PERMISSIONS,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
};
