import type { Hono } from 'hono';
import { PROVIDER } from '../../../protocol/constants.ts';
import { parseAt } from '../../../protocol/parse.ts';
import { LogRequest, type LogResponse } from '../../../protocol/provider/logging.ts';
import { RETRY_PARAMETER } from '../../../protocol/provider/paths.ts';
import type { LogEndpoint } from '../../../protocol/records.ts';
import { HEADERS } from '../../../protocol/request-context.ts';
import type { EventStore, ReceivedBatch } from '../database/event-store.ts';
import { answerError, answerJson } from '../http/answers.ts';
import { parseJson } from '../http/parse-json.ts';
import { readJsonBody, type BodyLimits, type ReadBody } from '../http/read-body.ts';
import { refuse, type Accepted } from '../http/refusal.ts';
import { visitorDataOf, type ResponseContexts } from './response-contexts.ts';

export interface LogRoutesDependencies {
  readonly limits: BodyLimits;
  readonly events: EventStore;
  readonly responseContexts: ResponseContexts;
  /** Called after events were stored. */
  readonly onStored: () => void;
}

const ENDPOINTS: readonly LogEndpoint[] = ['log_event', 'video_stats'];

/** N4, N5. A 2xx means that every event of the body is in the database, now or since an earlier request. */
export function logRoutes(app: Hono, { limits, events, responseContexts, onStored }: LogRoutesDependencies): void {
  for (const endpoint of ENDPOINTS)
    app.post(`/youtubei/:apiVersion/${endpoint}`, async (context) => {
      const body = await readJsonBody(context.req.raw, limits);
      if (!body.ok) return answerError(body.status, body.message, acceptedEncodings(body.status));
      const requests = readBatches(endpoint, body.value.text);
      if (!requests.ok) return answerError(requests.status, requests.message);
      const headerTime = Number(context.req.header(HEADERS.requestTime) ?? Number.NaN);
      const retryCount = readRetryCount(context.req.query(RETRY_PARAMETER));
      const received = receivedBatches(endpoint, requests.value, body.value, headerTime);
      const stored = await events.add(received.map((batch) => ({ ...batch, retryCount })));
      onStored();
      const client = requests.value[0]?.context.client ?? {};
      const responseContext = responseContexts.create(client, visitorDataOf(context.req.raw, client));
      const answer: LogResponse = { ...stored, responseContext };
      return answerJson(answer);
    });
}

/** One batch, or one a line. */
function readBatches(endpoint: LogEndpoint, text: string): Accepted<LogRequest[]> {
  const whole = parseJson(text);
  /** A body that is too wide is so in one line or in many. */
  if (!whole.ok && whole.status === 413) return whole;
  const lines = whole.ok ? [] : text.split('\n').filter((line) => line.trim() !== '');
  if (!whole.ok && lines.length < 2) return whole;
  if (lines.length > PROVIDER.batchesPerBodyMax)
    return refuse(413, `More than ${PROVIDER.batchesPerBodyMax} batches in one body.`);
  const requests: LogRequest[] = [];
  for (const json of whole.ok ? [whole] : lines.map((line) => parseJson(line))) {
    if (!json.ok) return json;
    const request = parseAt(endpoint, LogRequest, json.value);
    if (!request.ok) return refuse(400, request.message);
    requests.push(request.value);
  }
  return { ok: true, value: requests };
}

/** The sizes of a body are shared out among its batches, so that sums over batches stay true. */
function receivedBatches(
  endpoint: LogEndpoint,
  requests: readonly LogRequest[],
  body: ReadBody,
  headerTime: number,
): Omit<ReceivedBatch, 'retryCount'>[] {
  const share = (bytes: number, index: number): number =>
    Math.floor((bytes * (index + 1)) / requests.length) - Math.floor((bytes * index) / requests.length);
  return requests.map((request, index) => ({
    endpoint,
    request,
    encoding: body.encoding,
    wireBytes: share(body.wireBytes, index),
    rawBytes: share(body.rawBytes, index),
    sentAtMs: request.requestTimeMs ?? (Number.isFinite(headerTime) ? headerTime : undefined),
  }));
}

/** Anybody may write anything there, and it is only ever shown. */
function readRetryCount(text = ''): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : 0;
}

function acceptedEncodings(status: number): Record<string, string> {
  return status === 415 ? { 'Accept-Encoding': 'gzip, identity' } : {};
}
