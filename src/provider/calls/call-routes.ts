import type { Hono } from 'hono';
import type * as z from 'zod/mini';
import { parseAt } from '../../../protocol/parse.ts';
import { ENDPOINTS, type EndpointKey } from '../../../protocol/provider/endpoints.ts';
import { answerError, answerJson } from '../http/answers.ts';
import { parseJson } from '../http/parse-json.ts';
import { readJsonBody, type BodyLimits } from '../http/read-body.ts';
import { refuse, type Accepted } from '../http/refusal.ts';
import type { Viewers } from '../security/viewers.ts';
import type { VisitorCookie } from '../security/visitor-cookie.ts';
import type { Visitors } from '../security/visitors.ts';
import { CallContext, type Call, type FieldsOf, type Handlers } from './call.ts';
import { visitorDataOf, type ResponseContexts } from './response-contexts.ts';

export interface CallRoutesDependencies {
  readonly limits: BodyLimits;
  readonly handlers: Handlers;
  readonly responseContexts: ResponseContexts;
  readonly viewerOf: Viewers['of'];
  readonly visitors: Visitors;
  readonly visitorCookie: VisitorCookie;
}

/** What is kept for a viewer: from then on they are known when they come back, or it would have been for nothing. */
const KEPT_FOR_VIEWER: ReadonlySet<EndpointKey> = new Set([
  'subscribe',
  'unsubscribe',
  'feedback',
  'channelPreference',
  'editPlaylist',
]);

/** N3: one route for each endpoint of the protocol's table. */
export function callRoutes(app: Hono, dependencies: CallRoutesDependencies): void {
  const { visitors, visitorCookie } = dependencies;
  for (const key of Object.keys(ENDPOINTS) as EndpointKey[]) {
    const { path } = ENDPOINTS[key];
    app.post(`/youtubei/v1/${path}`, async (context) => {
      const request = context.req.raw;
      const call = await readCall(request, key, dependencies);
      if (!call.ok) return answerError(call.status, call.message);
      /** The table pairs each key with its own handler, which TypeScript cannot follow through a loop. */
      const handler = dependencies.handlers[key] as (call: Call<unknown>) => Promise<Accepted<Record<string, unknown>>>;
      const answer = await handler(call.value);
      if (!answer.ok) return answerError(answer.status, answer.message);
      const { locationPlayabilityToken, ...fields } = answer.value;
      const token = locationPlayabilityToken === undefined ? {} : { locationPlayabilityToken };
      const responseContext = {
        ...dependencies.responseContexts.create(call.value.client, call.value.visitorData),
        ...token,
      };
      const visitor = KEPT_FOR_VIEWER.has(key) ? visitors.idOf(call.value.visitorData) : undefined;
      const cookie = visitor === undefined ? undefined : visitorCookie.keep(request, visitor);
      return answerJson({ responseContext, ...fields }, 200, cookie === undefined ? {} : { 'Set-Cookie': cookie });
    });
  }
}

async function readCall<Key extends EndpointKey>(
  request: Request,
  key: Key,
  { limits, viewerOf }: CallRoutesDependencies,
): Promise<Accepted<Call<FieldsOf<Key>>>> {
  const body = await readJsonBody(request, limits);
  if (!body.ok) return body;
  const json = parseJson(body.value.text);
  if (!json.ok) return json;
  const { path } = ENDPOINTS[key];
  const schema = ENDPOINTS[key].request as unknown as z.ZodMiniType<FieldsOf<Key>>;
  const fields = parseAt(path, schema, json.value);
  if (!fields.ok) return refuse(400, fields.message);
  const context = parseAt(`${path} context`, CallContext, (json.value as { context?: unknown }).context);
  if (!context.ok) return refuse(400, context.message);
  const { client } = context.value;
  const visitorData = visitorDataOf(request, client);
  const viewer = viewerOf(request, visitorData);
  return { ok: true, value: { fields: fields.value, client, visitorData, viewer, request, path } };
}
