export const CHROMIUM_FLAGS: string[];
export const REFUSE_STORAGE_FLAG: string;
/** The path of a Chromium on this machine, or `undefined`. */
export function findChromium(): string | undefined;
/** The path of a headless-only Chromium, if there is one, else of a Chromium. */
export function findHeadlessShell(): string | undefined;
export function ensureChromium(): string;
