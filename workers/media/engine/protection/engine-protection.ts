import type { ErrorData, HlsConfig } from 'hls.js';
import type { PlayerErrorCode } from '../../../../protocol/errors.ts';
import type { ContentProtection } from '../../../../protocol/media/content-protection.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { watchKeys, type KeyWatchOptions } from './key-watch.ts';
import { protectionConfig } from './protection-config.ts';
import { protectionFault } from './protection-faults.ts';

/** Content protection as an engine uses it; the slim engine has none. */
export interface EngineProtection {
  config(protection: ContentProtection, clock: Clock): Partial<HlsConfig>;
  /** The code of a fault that ends playback; `undefined` for any other fault. */
  faultOf(error: ErrorData): PlayerErrorCode | undefined;
  watch(options: KeyWatchOptions, signal: AbortSignal): void;
}

export const ENGINE_PROTECTION: EngineProtection = {
  config: protectionConfig,
  faultOf: protectionFault,
  watch: watchKeys,
};
