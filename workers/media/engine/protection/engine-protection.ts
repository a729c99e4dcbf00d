import type { ErrorData } from 'hls.js';
import type { PlayerErrorCode } from '../../../../protocol/errors.ts';
import { watchKeys, type KeyWatchOptions } from './key-watch.ts';
import { protectionFault } from './protection-faults.ts';

/** Content protection for an engine; the slim engine has no protection. */
export interface EngineProtection {
  /** Error code of a protection fault that ends playback; `undefined` for any other fault. */
  faultOf(error: ErrorData): PlayerErrorCode | undefined;
  watch(options: KeyWatchOptions, signal: AbortSignal): void;
}

export const ENGINE_PROTECTION: EngineProtection = {
  faultOf: protectionFault,
  watch: watchKeys,
};
