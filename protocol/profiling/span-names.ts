import type { ThreadName } from '../threads/error-record.ts';
import { THREAD_NAMES } from '../threads/thread-names.ts';
import type { InfrastructureApi } from '../infrastructure/rpc.ts';
import { TRANSACTION_KINDS, type TransactionKind } from '../infrastructure/transaction-kinds.ts';
import type { MediaWorkerApi } from '../media/media-worker.ts';

/**
 * `work`: the thread could do nothing else. `wait`: the thread was free while something was under way. `moment`: a span
 * without a duration.
 */
export type SpanKind = 'work' | 'wait' | 'moment';
export type SpanCategory = keyof typeof CATEGORY_COLOURS;

/** Colours of the tracks of DevTools, from its palette; panel and report have a colour for each category too. */
export const CATEGORY_COLOURS = {
  call: 'primary',
  log: 'primary-light',
  storage: 'secondary',
  network: 'tertiary',
  media: 'tertiary-dark',
  render: 'secondary-dark',
  blocked: 'error',
} as const;

export interface SpanDescription {
  readonly kind: SpanKind;
  readonly category: SpanCategory;
  /** Threads that record the span. */
  readonly lanes: readonly ThreadName[];
  /** Content of the span's bytes; absent for a span without bytes. */
  readonly bytes?: string;
  /** Unit of the span's value; absent for a span without a value. */
  readonly value?: string;
}

const MAIN = ['main'] as const;
const INFRASTRUCTURE = ['infrastructure'] as const;
const MEDIA = ['media'] as const;

/** All spans but calls to workers, whose names are derived from the worker's and the method's: `infrastructure.flush`. */
const OWN_SPANS = {
  /** Data of a message on its way out (cloned) or in (read, and handed to its receiver). */
  post: { kind: 'work', category: 'call', lanes: THREAD_NAMES, bytes: 'arguments or result' },
  receive: { kind: 'work', category: 'call', lanes: THREAD_NAMES },

  /** On main from the post of a batch to its acknowledgement, in the worker from its arrival until its events are safe. */
  'event batch': { kind: 'wait', category: 'log', lanes: ['main', 'infrastructure'], bytes: 'lines', value: 'events' },
  journal: { kind: 'work', category: 'log', lanes: MAIN, bytes: 'entry' },
  'store events': { kind: 'wait', category: 'log', lanes: INFRASTRUCTURE, value: 'events' },
  'close batch': { kind: 'wait', category: 'log', lanes: INFRASTRUCTURE, bytes: 'body', value: 'events' },
  /** `bytes` before, value after: their quotient is the compression ratio. */
  compress: { kind: 'wait', category: 'log', lanes: INFRASTRUCTURE, bytes: 'text', value: 'bytes' },

  'request log': { kind: 'wait', category: 'network', lanes: INFRASTRUCTURE, bytes: 'body', value: 'status' },
  'request call': { kind: 'wait', category: 'network', lanes: INFRASTRUCTURE, bytes: 'body', value: 'status' },
  'request other': { kind: 'wait', category: 'network', lanes: INFRASTRUCTURE, bytes: 'body', value: 'status' },

  /** With hls.js on main these are spans of main. */
  manifest: { kind: 'wait', category: 'media', lanes: ['media', 'main'], bytes: 'playlist' },
  /** A segment of pictures, or of pictures and sound together. */
  segment: { kind: 'wait', category: 'media', lanes: ['media', 'main'], bytes: 'segment', value: 'pixels' },
  'audio segment': { kind: 'wait', category: 'media', lanes: ['media', 'main'], bytes: 'segment' },
  'caption segment': { kind: 'wait', category: 'media', lanes: ['media', 'main'], bytes: 'segment' },
  append: { kind: 'wait', category: 'media', lanes: ['media', 'main'], bytes: 'segment' },
  'level switch': { kind: 'moment', category: 'media', lanes: ['media', 'main'], value: 'pixels' },
  'head start': { kind: 'wait', category: 'media', lanes: MEDIA },
  stall: { kind: 'wait', category: 'blocked', lanes: MAIN },
  /** From the press that plays, or from the navigation with autoplay, to the first frame of a video. */
  'first frame': { kind: 'wait', category: 'media', lanes: MAIN },

  /**
   * A change of the player's state: its listeners, React's render and commit among them. A production build of React reports nothing
   * more.
   */
  update: { kind: 'work', category: 'render', lanes: MAIN },
  /** A frame of more than 50 ms; its value is how long it kept input waiting. */
  'long frame': { kind: 'work', category: 'blocked', lanes: MAIN, value: 'ms blocking' },
  /** An interaction of the viewer, from the press to the frame that shows its effect; main keeps its parts (`InputDetail`). */
  input: { kind: 'wait', category: 'render', lanes: MAIN, value: 'ms of handlers' },
  /** The delay of a timer that fired late, for an unknown reason. Recorded only while a reader polls. */
  lag: { kind: 'work', category: 'blocked', lanes: THREAD_NAMES },
} as const satisfies Readonly<Record<string, SpanDescription>>;

export type InfrastructureCall = `infrastructure.${keyof InfrastructureApi | 'other'}`;
export type MediaCall = `media.${keyof MediaWorkerApi | 'other'}`;
export type SpanName = keyof typeof OWN_SPANS | InfrastructureCall | MediaCall | `storage ${TransactionKind}`;

const CALL = { kind: 'wait', category: 'call', bytes: 'arguments and result' } as const;
const CALLS: Readonly<Record<string, SpanDescription>> = {
  infrastructure: { ...CALL, lanes: ['main', 'infrastructure'] },
  media: { ...CALL, lanes: ['main', 'media'] },
};
const TRANSACTION = { kind: 'wait', category: 'storage', lanes: INFRASTRUCTURE, value: 'rows' } as const;

const SPANS: ReadonlyMap<string, SpanDescription> = new Map<string, SpanDescription>([
  ...Object.entries<SpanDescription>(OWN_SPANS),
  ...TRANSACTION_KINDS.map((kind): [string, SpanDescription] => [`storage ${kind}`, TRANSACTION]),
]);

/** A worker and one of its methods. The limit of length keeps summaries small; the pattern rejects other texts, such as addresses. */
const CALL_NAME = /^(infrastructure|media)\.[A-Za-z]{1,20}$/;

/** `undefined` for a name that no recorder writes. */
export function describeSpanName(name: string): SpanDescription | undefined {
  return SPANS.get(name) ?? CALLS[CALL_NAME.exec(name)?.[1] ?? ''];
}
