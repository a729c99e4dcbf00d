import type { TrafficKind } from '../../../protocol/provider/traffic-kinds.ts';

const OF_OPERATORS = /^\/(?:provider|healthz|readyz|metrics)(?:\/|$)/;

/** The first matching pattern counts. */
const KINDS: readonly (readonly [type: RegExp, kind: TrafficKind])[] = [
  [/^text\/vtt/, 'captions'],
  [/^(?:video|audio)\/|mpegurl|^application\/octet-stream/, 'media'],
  [/^image\//, 'pictures'],
  [/^text\/html/, 'pages'],
  [/javascript|^text\/css|^font\/|^application\/wasm/, 'scripts'],
  [/json|xml/, 'data'],
];

/** Kind of a response by its path, which is without the prefix, and its content type. */
export function trafficKind(path: string, contentType: string): TrafficKind {
  if (OF_OPERATORS.test(path)) return 'operator';
  return KINDS.find(([type]) => type.test(contentType))?.[1] ?? 'other';
}
