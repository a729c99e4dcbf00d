import type { MediaEngineModule } from '../../protocol/media/media-engine-module.ts';
import { delay } from '../../protocol/runtime/clock.ts';
import { fail, succeed, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { KeptResponses } from './head-start/arriving-segments.ts';
import type { StartedStream } from './head-start/head-start.ts';
import type { MediaSessionEnvironment } from './media-session-environment.ts';
import type { MediaStandIn } from './media-stand-in.ts';

/** Longest delay from the begin of a head start to the loading of the engine, even without a first frame. */
export const ENGINE_DELAY_MAX_MS = 3_000;
/** Delay before an engine that failed to load is requested again. */
const RETRY_DELAY_MS = 1_500;

export type EngineModule = MediaEngineModule<MediaStandIn, MediaSource, StartedStream, KeptResponses>;

/** @param mayRetry Called after a failure: whether the engine is requested again. */
export async function loadEngine(
  { importModule, clock }: Pick<MediaSessionEnvironment, 'importModule' | 'clock'>,
  url: string,
  mayRetry: () => boolean = () => false,
): Promise<Outcome<EngineModule>> {
  for (;;) {
    try {
      return succeed((await importModule(url)) as EngineModule);
    } catch (error) {
      if (!mayRetry()) return fail('net.connect', `engine: ${error}`);
    }
    await delay(clock, RETRY_DELAY_MS);
  }
}
