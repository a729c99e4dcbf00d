import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import {
  CHANGING_ENDPOINTS,
  ENDPOINTS,
  SESSION_TOKEN_FIELD,
  type EndpointKey,
} from '../../../protocol/provider/endpoints.ts';
import { jsonResponse } from '../http/responses.ts';
import type { BodyReader } from '../http/limits/body-reader.ts';
import { refuse, type Accepted } from '../http/refusal.ts';
import type { Refusals } from '../http/refusals.ts';
import type { Viewers } from '../security/viewers.ts';
import type { VisitorCookie } from '../security/visitor-cookie.ts';
import type { Visitors } from '../security/visitors.ts';
import type { XsrfTokens } from '../security/xsrf.ts';
import { CallContext, type Call, type FieldsOf, type Handlers } from './call.ts';
import { visitorDataOf, type ResponseContexts } from './response-contexts.ts';

export interface CallRoutesDependencies {
  readonly bodies: BodyReader;
  readonly handlers: Handlers;
  readonly responseContexts: ResponseContexts;
  readonly viewerOf: Viewers['of'];
  readonly isKnownByBrowser: Viewers['isKnownByBrowser'];
  readonly xsrf: XsrfTokens;
  readonly visitors: Visitors;
  readonly visitorCookie: VisitorCookie;
  readonly refusals: Refusals;
}

/** Proof in the body of a changing call, as the page's configuration provided it (N2). */
const Proof = z.object({ [SESSION_TOKEN_FIELD]: z.optional(z.string()) });

/** One route for each endpoint of the protocol's table (N3). */
export function callRoutes(app: Hono, dependencies: CallRoutesDependencies): void {
  const { visitors, visitorCookie } = dependencies;
  for (const key of Object.keys(ENDPOINTS) as EndpointKey[]) {
    const { path } = ENDPOINTS[key];
    app.post(`/youtubei/v1/${path}`, async (context) => {
      const call = await readCall(context, key, dependencies);
      if (!call.ok) return dependencies.refusals.respond(context, call);
      // The table pairs each key with its handler, which TypeScript cannot follow through a loop.
      const handler = dependencies.handlers[key] as (call: Call<unknown>) => Promise<Accepted<Record<string, unknown>>>;
      const response = await handler(call.value);
      if (!response.ok) return dependencies.refusals.respond(context, response);
      const { locationPlayabilityToken, ...fields } = response.value;
      const token = locationPlayabilityToken === undefined ? {} : { locationPlayabilityToken };
      const responseContext = {
        ...dependencies.responseContexts.create(call.value.client, call.value.visitorData),
        ...token,
      };
      // Sets the cookie now: only a viewer with the cookie is recognised, and sees the stored action again.
      const visitor = CHANGING_ENDPOINTS.has(key) ? visitors.idOf(call.value.visitorData) : undefined;
      const cookie =
        key === 'privacy' && (call.value.fields as FieldsOf<'privacy'>).forget
          ? visitorCookie.forget(context)
          : visitor && visitorCookie.keep(context, visitor, call.value.consent);
      return jsonResponse({ responseContext, ...fields }, 200, cookie === undefined ? {} : { 'Set-Cookie': cookie });
    });
  }
}

async function readCall<Key extends EndpointKey>(
  context: Context,
  key: Key,
  dependencies: CallRoutesDependencies,
): Promise<Accepted<Call<FieldsOf<Key>>>> {
  const json = await dependencies.bodies.json(context);
  if (!json.ok) return json;
  const { path } = ENDPOINTS[key];
  const schema = ENDPOINTS[key].request as unknown as z.ZodMiniType<FieldsOf<Key>>;
  const fields = parseAt(path, schema, json.value);
  if (!fields.ok) return refuse(400, fields.message);
  const callContext = parseAt(`${path} context`, CallContext, (json.value as { context?: unknown }).context);
  if (!callContext.ok) return refuse(400, callContext.message);
  const { client, user, request } = callContext.value;
  const consent = user?.consent;
  const visitorData = visitorDataOf(context.req.raw, client);
  // A private embed has no viewer, whatever cookies the browser sends along (P10).
  const viewer = consent === 'none' ? undefined : dependencies.viewerOf(context, visitorData);
  if (CHANGING_ENDPOINTS.has(key) && !isFromOwnPage(context, json.value, viewer, dependencies))
    return refuse(403, `${SESSION_TOKEN_FIELD} is missing, too old or of another viewer. Reload the page.`);
  const { sessionId } = request ?? {};
  return { ok: true, value: { fields: fields.value, client, consent, visitorData, sessionId, viewer, context, path } };
}

/** Whether the viewer's own page sent the call, and not another page open in their browser. */
function isFromOwnPage(
  context: Context,
  body: unknown,
  viewer: string | undefined,
  { isKnownByBrowser, xsrf }: CallRoutesDependencies,
): boolean {
  if (!isKnownByBrowser(context)) return true;
  const proof = Proof.safeParse(body);
  return proof.success && xsrf.isGood(proof.data[SESSION_TOKEN_FIELD], viewer);
}
