import type { EventName } from '../../../protocol/events/events.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { LogRequest } from '../../../protocol/provider/logging.ts';
import { parseJson } from '../http/inputs/parse-json.ts';
import { deviceOf, UNKNOWN_DEVICE } from './device-of.ts';
import { decodeBody, type BodyLimits, type ReadBody } from '../http/read-body.ts';
import { refuse, type Accepted } from '../http/refusal.ts';
import type { BudgetAdmission } from '../budgets/budget-admission.ts';
import { ROW_BYTES } from '../budgets/row-bytes.ts';
import { videosOf } from './event-rows.ts';
import type { EventSink, ReceivedBatch } from './event-store.ts';
import type { KnownVideo, LogIngest, LogPost, StoredPost } from './log-post.ts';
import { shareOf } from './share.ts';
import { BATCHES_PER_BODY_MAX } from '../settings/limits.ts';

export interface EventIngestDependencies {
  readonly events: EventSink;
  readonly admission: Pick<BudgetAdmission, 'admit'>;
  readonly limits: BodyLimits;
}

type KnownVideos = ReadonlyMap<string, KnownVideo>;

/** Parses bodies of events, and stores all of a body or nothing. */
export class EventIngest implements LogIngest {
  readonly #events: EventSink;
  readonly #admission: Pick<BudgetAdmission, 'admit'>;
  readonly #limits: BodyLimits;
  /** Videos of the catalog; `undefined` while the catalog is not known. */
  #videos: KnownVideos | undefined;

  constructor({ events, admission, limits }: EventIngestDependencies) {
    this.#events = events;
    this.#admission = admission;
    this.#limits = limits;
  }

  async knowVideos(videos: readonly KnownVideo[]): Promise<void> {
    this.#videos = new Map(videos.map((video) => [video.id, video]));
  }

  async take(post: LogPost): Promise<Accepted<StoredPost>> {
    const body = await decodeBody(post.bytes, post.contentEncoding, this.#limits);
    if (!body.ok) return body;
    const requests = readBatches(post, body.value.text);
    if (!requests.ok) return requests;
    const batches = receivedBatches(post, requests.value, body.value, this.#videos);
    const events = batches.reduce((sum, batch) => sum + batch.request.events.length, 0);
    const bytes = events * ROW_BYTES.event + body.value.rawBytes;
    const admitted = await this.#admission.admit('log', post.sender, bytes);
    if (!admitted.ok) return admitted;
    const stored = await this.#events.add(batches);
    const { encoding, wireBytes, rawBytes } = body.value;
    const client = requests.value[0]?.context.client ?? {};
    // The playbacks of a repeated body have been counted before.
    const playbacks = playbacksOf(stored.accepted === 0 ? [] : requests.value);
    return { ok: true, value: { ...stored, playbacks, body: { encoding, wireBytes, rawBytes }, client } };
  }
}

function playbacksOf(requests: readonly LogRequest[]): StoredPost['playbacks'] {
  const names = requests.flatMap(({ events }) => events.map(({ name }) => name));
  const countOf = (name: EventName): number => names.filter((one) => one === name).length;
  return { attempts: countOf('playbackRequested'), failed: countOf('playbackFailed') };
}

/** Reads a body with one batch, or with one batch a line. */
function readBatches({ endpoint }: LogPost, text: string): Accepted<LogRequest[]> {
  const whole = parseJson(text);
  // A body with too many values is rejected whether it has one line or many.
  if (!whole.ok && whole.status === 413) return whole;
  const lines = whole.ok ? [] : text.split('\n').filter((line) => line.trim() !== '');
  if (!whole.ok && lines.length < 2) return whole;
  if (lines.length > BATCHES_PER_BODY_MAX)
    return refuse(413, `More than ${BATCHES_PER_BODY_MAX} batches in one body.`, 'batches_per_body');
  const requests: LogRequest[] = [];
  for (const json of whole.ok ? [whole] : lines.map((line) => parseJson(line))) {
    if (!json.ok) return json;
    const request = parseAt(endpoint, LogRequest, json.value);
    if (!request.ok) return refuse(400, request.message);
    requests.push(request.value);
  }
  return { ok: true, value: requests };
}

/** Distributes the sizes of a body over its batches, so that sums over batches stay correct. */
function receivedBatches(
  { endpoint, headerTimeMs, retryCount, userAgent, sender, country }: LogPost,
  requests: readonly LogRequest[],
  { encoding, wireBytes, rawBytes }: ReadBody,
  videos: KnownVideos | undefined,
): ReceivedBatch[] {
  const device = userAgent === undefined ? UNKNOWN_DEVICE : deviceOf(userAgent);
  return requests.map((request, index) => ({
    endpoint,
    device,
    sender,
    ...(country !== undefined && { country }),
    request,
    ...(videos !== undefined && knownOf(request, videos)),
    encoding,
    retryCount,
    wireBytes: shareOf(wireBytes, index, requests.length),
    rawBytes: shareOf(rawBytes, index, requests.length),
    sentAtMs: request.requestTimeMs ?? headerTimeMs,
  }));
}

function knownOf(
  { events }: LogRequest,
  videos: KnownVideos,
): Pick<ReceivedBatch, 'knownVideos' | 'videoSeconds' | 'videosElsewhere'> {
  const known = videosOf(events).flatMap((id) => videos.get(id) ?? []);
  const lengths = known.flatMap(({ id, lengthSeconds }) => (lengthSeconds === undefined ? [] : [[id, lengthSeconds]]));
  return {
    knownVideos: known.map(({ id }) => id),
    videoSeconds: Object.fromEntries(lengths) as Record<string, number>,
    videosElsewhere: known.flatMap(({ id, isElsewhere }) => (isElsewhere ? [id] : [])),
  };
}
