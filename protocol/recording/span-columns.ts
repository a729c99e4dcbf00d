/** Columns of `ThreadSpans.rows`; single constants, which are inlined. Milliseconds are on the thread's own clock. */
export const START_MS = 0;
/** `NaN` while the span is under way, or if its end was never seen. */
export const DURATION_MS = 1;
/** Index into `ThreadSpans.names`. */
export const NAME = 2;
/** Number of the call or batch to which the span belongs, the same on both of its threads; 0 for neither. */
export const FLOW = 3;
export const BYTES = 4;
/** Value of the span, in the unit of its name (`SpanDescription.value`); undefined while the span is under way. */
export const VALUE = 5;
/** Numbers in a row. */
export const SPAN_FIELDS = 6;
