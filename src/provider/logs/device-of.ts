/**
 * Device of a viewer by the browser's headers, as coarse as a report needs it: few words, and nothing that tells
 * viewers apart.
 */
export interface Device {
  readonly browser: string;
  readonly device: string;
}

export const UNKNOWN_DEVICE: Device = { browser: 'other', device: 'other' };

/** Browsers also name the browsers that they imitate, so the most specific patterns come first. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrom(?:e|ium)\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/\bAppleWebKit\//, 'a web view'],
];
const DEVICES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:SmartTV|SMART-TV|Web0S|Tizen|AppleTV|GoogleTV|BRAVIA|CrKey|Android TV)\b/i, 'TV'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\bAndroid\b.*\bMobile\b/, 'Android phone'],
  [/\bAndroid\b/, 'Android tablet'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  /** Includes an iPad that requests desktop pages, which is its default. */
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** @param userAgent The header of that name. */
export function deviceOf(userAgent: string): Device {
  const named = (names: typeof BROWSERS): string => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';
  return { browser: named(BROWSERS), device: named(DEVICES) };
}
