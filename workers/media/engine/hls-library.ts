import type Hls from 'hls.js';
import type { HlsConfig } from 'hls.js';

/** As much of the library as the engine uses; only the composition root names it. */
export type HlsLibrary = Pick<typeof Hls, 'DefaultConfig' | 'isSupported'> & (new (config: Partial<HlsConfig>) => Hls);

/** What hls.js drives; `HTMLMediaElement` has no name on this side of the project. */
export type HlsMedia = Extract<Parameters<Hls['attachMedia']>[0], { currentTime: number }>;
