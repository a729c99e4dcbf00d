import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import { isWholeSegment } from '../whole-segment.ts';

export type LoaderClass = HlsConfig['loader'];
type Callbacks = LoaderCallbacks<LoaderContext>;

/**
 * Serves what the head start has fetched, each address once, and loads from the network after that: nothing is
 * downloaded twice. A truncated segment counts as not loaded, so that it is requested again. `now` has the time origin
 * of its thread, as in hls.js.
 */
export function engineLoader(
  BaseLoader: LoaderClass,
  kept: Map<string, string | ArrayBuffer>,
  now: () => number,
): LoaderClass {
  return class EngineLoader extends BaseLoader implements Loader<LoaderContext> {
    override load(context: LoaderContext, configuration: LoaderConfiguration, callbacks: Callbacks): void {
      const data = kept.get(context.url);
      if (data === undefined) return super.load(context, configuration, refusingCutOff(callbacks));
      kept.delete(context.url);
      const atMs = now();
      this.context = context;
      const size = typeof data === 'string' ? data.length : data.byteLength;
      Object.assign(this.stats, { loaded: size, total: size, bwEstimate: 0 });
      Object.assign(this.stats.loading, { start: atMs, first: atMs, end: atMs });
      queueMicrotask(() => {
        if (this.stats.aborted) return;
        callbacks.onSuccess({ url: context.url, data, code: 200 }, this.stats, context, null);
      });
    }
  };
}

function refusingCutOff(callbacks: Callbacks): Callbacks {
  return {
    ...callbacks,
    onSuccess(response, stats, context, details) {
      const { data, code = 200 } = response;
      if (!(data instanceof ArrayBuffer) || isWholeSegment(data))
        return callbacks.onSuccess(response, stats, context, details);
      callbacks.onError({ code, text: 'cut off' }, context, details, stats);
    },
  };
}
