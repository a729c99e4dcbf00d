import * as z from 'zod/mini';

/** The data of the provider's live page. An extension; the player does not depend on it. */

/** Id of the element of an operator's page that names the node. */
export const NODE_NAME_ID = 'node';

export const ObservedRequest = z.object({
  id: z.int(),
  receivedAtMs: z.number(),
  method: z.string(),
  /** The path with its variable parts removed. */
  kind: z.string(),
  status: z.int(),
  durationMs: z.number(),
});
export type ObservedRequest = z.infer<typeof ObservedRequest>;

export const RequestCount = z.object({ method: z.string(), kind: z.string(), status: z.int(), count: z.int() });
export type RequestCount = z.infer<typeof RequestCount>;

/** Totals since the database was created, per log endpoint. */
export const LogTotal = z.object({
  endpoint: z.string(),
  batches: z.int(),
  /** Received events: `accepted` of them were new, `repeated` were duplicates. */
  events: z.int(),
  accepted: z.int(),
  repeated: z.int(),
  /** Batches that were retries. */
  retried: z.int(),
  wireBytes: z.int(),
  rawBytes: z.int(),
});
export type LogTotal = z.infer<typeof LogTotal>;

export const EventTotal = z.object({
  endpoint: z.string(),
  name: z.string(),
  tier: z.int(),
  count: z.int(),
  /** Stored, though the name or the payload is not in the table of `events.ts`. */
  unknownPayloads: z.int(),
});
export type EventTotal = z.infer<typeof EventTotal>;

/** A kind of data, with the part of the database that it takes. */
export const ObservedBudget = z.object({
  name: z.string(),
  rows: z.int(),
  bytes: z.number(),
  /** Limit of this part while the other parts are as full as now. */
  allowedBytes: z.number(),
  /** Rows that the process has deleted since its start because this part was full. */
  shedRows: z.int(),
});
export type ObservedBudget = z.infer<typeof ObservedBudget>;

/** Networks that are counted exactly: a flood from more networks needs no exact number. */
export const COUNTED_NETWORKS_MAX = 256;

/** Requests that a limit refused and connections that it closed since the start of the process. */
export const RefusalCount = z.object({
  limit: z.string(),
  count: z.int(),
  /** Different networks (/24, /48) of the last five minutes, up to {@link COUNTED_NETWORKS_MAX}. */
  networks: z.int(),
  /** Wall time of the last refusal. */
  lastMs: z.number(),
  /** Whether the limit only closes idle connections, which is no reason for alarm. */
  isRoutine: z.boolean(),
});
export type RefusalCount = z.infer<typeof RefusalCount>;

/** An alert for operators, while its condition holds. */
export const ObservedAlert = z.object({
  name: z.string(),
  sinceMs: z.number(),
  /** A sentence with its numbers. */
  says: z.string(),
  whatToDo: z.string(),
});
export type ObservedAlert = z.infer<typeof ObservedAlert>;

/** A condition that holds no more. */
export const EndedAlert = z.object({
  name: z.string(),
  /** The sentence with which it began. */
  says: z.string(),
  sinceMs: z.number(),
  untilMs: z.number(),
  /** A sentence with the sums and the highest value of its whole time. */
  total: z.string(),
});
export type EndedAlert = z.infer<typeof EndedAlert>;

/** Counts of the work of one process, without requests of operators and of monitoring. */
export const LoadCounts = z.object({
  requests: z.int(),
  /** Requests that met a bug or an unavailable database. */
  errors: z.int(),
  /** Requests and connections that a limit refused. */
  refused: z.int(),
  /** Rows that were deleted because a part of the database was full. */
  shedRows: z.int(),
  /** Events that were stored. */
  events: z.int(),
});
export type LoadCounts = z.infer<typeof LoadCounts>;

/** Work of one process in a step of time. */
export const LoadPoint = z.extend(LoadCounts, {
  atMs: z.number(),
  /** Shorter for the last step, which is still running. */
  lengthMs: z.number(),
  /** Time until the headers of the response, without the wait for a body; `null` without a request. */
  p50Ms: z.nullable(z.number()),
  p99Ms: z.nullable(z.number()),
  /** The longest wait of a new connection for its first response; `null` where no wait was measured. */
  newcomerMs: z.nullable(z.number()),
});
export type LoadPoint = z.infer<typeof LoadPoint>;

/** `GET /provider/api/load` */
export const NodeLoad = z.object({
  /** Name of the node whose load the points show; `null` where there is only one node. */
  node: z.nullable(z.string()),
  /** The oldest first. */
  points: z.array(LoadPoint),
});
export type NodeLoad = z.infer<typeof NodeLoad>;

/** Events of one page load. The worker's own events belong to no page load. */
export const ObservedSession = z.object({
  sessionId: z.string(),
  firstSeenMs: z.number(),
  lastSeenMs: z.number(),
  clientVersion: z.string(),
  events: z.int(),
  repeats: z.int(),
  batches: z.int(),
  /** Numbers missing between the lowest and the highest received: sampled out, not yet arrived, or lost. */
  missing: z.int(),
});
export type ObservedSession = z.infer<typeof ObservedSession>;

export const ObservedEvent = z.object({
  id: z.int(),
  clientEventId: z.string(),
  endpoint: z.string(),
  name: z.string(),
  tier: z.int(),
  /** Time by the provider's clock. */
  eventTimeMs: z.number(),
  receivedAtMs: z.number(),
  batchId: z.int(),
  payload: z.string(),
});
export type ObservedEvent = z.infer<typeof ObservedEvent>;

/** The start of the fields of a report, and of the lines below its stack, that hold its parameters (C6). */
export const PARAMETER_PREFIX = 'param.';

export const ObservedErrorReport = z.object({
  id: z.int(),
  receivedAtMs: z.number(),
  type: z.string(),
  message: z.string(),
  line: z.nullable(z.string()),
  level: z.nullable(z.string()),
  url: z.nullable(z.string()),
  file: z.nullable(z.string()),
  /** With the parameters of the error as lines below it. */
  stack: z.nullable(z.string()),
  thread: z.nullable(z.string()),
  /** Number of occurrences that this report represents (E7). */
  sampleWeight: z.number(),
  /** JSON of an `ActivitySummary`. */
  activity: z.nullable(z.string()),
});
export type ObservedErrorReport = z.infer<typeof ObservedErrorReport>;

export const ObservedBatch = z.object({
  id: z.int(),
  receivedAtMs: z.number(),
  endpoint: z.string(),
  encoding: z.string(),
  wireBytes: z.int(),
  rawBytes: z.int(),
  clockSkewMs: z.number(),
  events: z.int(),
  accepted: z.int(),
  repeated: z.int(),
  /** Number of earlier attempts to send the same bytes. */
  retryCount: z.int(),
});
export type ObservedBatch = z.infer<typeof ObservedBatch>;

/** Events that players dropped, by their own report. */
export const ClientDrop = z.object({ reason: z.string(), count: z.int() });
export type ClientDrop = z.infer<typeof ClientDrop>;

/** `GET /provider/api/status`: the state of one node, without the database. */
export const NodeStatus = z.object({
  /** Name of the node; `null` where there is only one node. */
  node: z.nullable(z.string()),
  nowMs: z.number(),
  startedAtMs: z.number(),
  requests: z.array(RequestCount),
  refusals: z.array(RefusalCount),
  alerts: z.array(ObservedAlert),
  /** Alerts that ended in the last day, the latest first. */
  endedAlerts: z.array(EndedAlert),
  catalog: z.object({ videos: z.int(), playlists: z.int(), problems: z.array(z.string()) }),
});
export type NodeStatus = z.infer<typeof NodeStatus>;

/** `GET /provider/api/summary`: the status of one node, and the database that all nodes share. Shed rows are those of the node. */
export const ObservationSummary = z.extend(NodeStatus, {
  logs: z.array(LogTotal),
  events: z.array(EventTotal),
  sessions: z.object({ total: z.int(), active: z.int() }),
  clientDrops: z.array(ClientDrop),
  errorReports: z.int(),
  /** Disk use of the database, its budget and the parts of the budget, and the retention of events. */
  storage: z.object({
    usedBytes: z.number(),
    maxBytes: z.number(),
    retentionDays: z.number(),
    budgets: z.array(ObservedBudget),
  }),
});
export type ObservationSummary = z.infer<typeof ObservationSummary>;

/** Lists are requested with `after` (the last id received) and `limit`, and return the next page. */
export const ObservationPages = {
  requests: z.array(ObservedRequest),
  events: z.array(ObservedEvent),
  batches: z.array(ObservedBatch),
  sessions: z.array(ObservedSession),
  errors: z.array(ObservedErrorReport),
} as const;
