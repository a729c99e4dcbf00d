export const CHROMIUM_FLAGS: string[];
/** The path of a Chromium on this machine, or `undefined`. */
export function findChromium(): string | undefined;
export function ensureChromium(): string;
