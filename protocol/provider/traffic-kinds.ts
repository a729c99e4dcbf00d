/** Kinds of responses, for counts of sent bytes. The list is closed: no request adds a kind. */
export const TRAFFIC_KINDS = [
  'media',
  'captions',
  'pictures',
  'pages',
  'scripts',
  'data',
  /** Pages of operators, their data and monitoring. */
  'operator',
  'other',
] as const;
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];
