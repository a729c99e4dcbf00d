import type Hls from 'hls.js';
import type { HlsConfig } from 'hls.js';

/** The part of hls.js that the engine uses; only the composition root imports it. */
export type HlsLibrary = Pick<typeof Hls, 'DefaultConfig' | 'isSupported'> & (new (config: Partial<HlsConfig>) => Hls);

/** The media type of hls.js; `HTMLMediaElement` is not declared in workers. */
export type HlsMedia = Extract<Parameters<Hls['attachMedia']>[0], { currentTime: number }>;
