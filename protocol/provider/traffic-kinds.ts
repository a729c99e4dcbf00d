/** What a response contains, for counts of sent bytes. Closed: no request adds one. */
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
