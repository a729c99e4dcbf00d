import Hls, { type Loader, type LoaderCallbacks, type LoaderConfiguration, type LoaderContext } from 'hls.js';

const BaseLoader = Hls.DefaultConfig.loader;

/**
 * Answers from what the starter has fetched already, each address once, and from the network after that: nothing is
 * downloaded twice at the hand-over (media.md 10.1).
 */
export function keptLoader(kept: Map<string, string | ArrayBuffer>): typeof BaseLoader {
  return class KeptLoader extends BaseLoader implements Loader<LoaderContext> {
    override load(
      context: LoaderContext,
      configuration: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const data = kept.get(context.url);
      if (data === undefined) return super.load(context, configuration, callbacks);
      kept.delete(context.url);
      const now = performance.now();
      this.context = context;
      const size = typeof data === 'string' ? data.length : data.byteLength;
      Object.assign(this.stats, { loaded: size, total: size, bwEstimate: 0 });
      Object.assign(this.stats.loading, { start: now, first: now, end: now });
      queueMicrotask(() => {
        if (this.stats.aborted) return;
        callbacks.onSuccess({ url: context.url, data, code: 200 }, this.stats, context, null);
      });
    }
  };
}
