import type { LiveInfo } from './types.ts';
import { FASTEST_PLAYBACK_RATE, SLOWEST_PLAYBACK_RATE } from '../../../protocol/constants.ts';

/** The minimum and maximum of a command's argument, in its unit. */
export type AllowedRange = readonly [minimum: number, maximum: number];

const RANGES: Readonly<Partial<Record<string, (info: LiveInfo) => AllowedRange>>> = {
  seekTo: ({ seekable }) => seekable,
  setVolume: () => [0, 100],
  setPlaybackRate: () => [SLOWEST_PLAYBACK_RATE, FASTEST_PLAYBACK_RATE],
  playVideoAt: ({ playlist }) => [0, Math.max(0, (playlist?.videoIds.length ?? 1) - 1)],
};

/** The range of a command's argument; `undefined` for commands whose argument is not a bounded number. */
export function allowedRange(command: string, info: LiveInfo): AllowedRange | undefined {
  return Object.hasOwn(RANGES, command) ? RANGES[command]?.(info) : undefined;
}
