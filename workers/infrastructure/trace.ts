/** Spans of work for the browser's profiler; names begin with `oriel:`. */
export interface Trace {
  span<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** The browser keeps every measure until it is cleared, so old ones are cleared. */
const MEASURES_KEPT_MAX = 500;

export function createTrace(performance: Performance): Trace {
  let measures: string[] = [];
  const measure = (name: string, start: number): void => {
    if (measures.length === MEASURES_KEPT_MAX) {
      for (const old of new Set(measures)) performance.clearMeasures(old);
      measures = [];
    }
    measures.push(name);
    performance.measure(name, { start, end: performance.now() });
  };
  return {
    async span(name, work) {
      const start = performance.now();
      try {
        return await work();
      } finally {
        measure(`oriel:${name}`, start);
      }
    },
  };
}
