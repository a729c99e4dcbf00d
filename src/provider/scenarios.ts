import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { delay, type Clock } from '../../protocol/runtime/clock.ts';
import { parseAt } from '../../protocol/runtime/parse.ts';
import { errorResponse, jsonResponse } from './http/responses.ts';
import { parseJson } from './http/inputs/parse-json.ts';
import { DEFAULT_LIMITS } from './settings/limits.ts';
import { readJsonBody } from './http/read-body.ts';

/**
 * Fault injection for tests that drive a real browser: `POST /provider/api/scenarios` with a list of
 * scenarios. The path exists only if the provider was started with scenarios enabled.
 */
const Scenario = z.strictObject({
  /** A part of the path, such as `log_event`. */
  path: z.string().check(z.minLength(1)),
  /** How often it applies; unlimited if absent. */
  times: z.optional(z.int().check(z.positive())),
  fault: z.discriminatedUnion('kind', [
    /** Only this status is sent; nothing is stored. */
    z.strictObject({
      kind: z.literal('status'),
      status: z.int().check(z.gte(400), z.lte(599)),
      retryAfterSeconds: z.optional(z.int()),
    }),
    /** The response is delayed; the request is handled before. */
    z.strictObject({ kind: z.literal('late-answer'), delayMs: z.int() }),
    /** The request is handled late. */
    z.strictObject({ kind: z.literal('slow'), delayMs: z.int() }),
    /** The connection breaks before anything is stored. */
    z.strictObject({ kind: z.literal('reset') }),
    /** Everything is stored, and then the connection breaks: the client cannot know that the request succeeded. */
    z.strictObject({ kind: z.literal('lost-answer') }),
    /** No response at all. */
    z.strictObject({ kind: z.literal('hang') }),
  ]),
});
type Scenario = z.infer<typeof Scenario>;

interface ActiveScenario {
  readonly scenario: Scenario;
  hits: number;
}

export function installScenarios(app: Hono, clock: Clock): void {
  let active: ActiveScenario[] = [];

  app.get('/provider/api/scenarios', () => jsonResponse(active));
  app.delete('/provider/api/scenarios', () => {
    active = [];
    return jsonResponse(active);
  });
  app.post('/provider/api/scenarios', async (context) => {
    const body = await readJsonBody(context.req.raw, DEFAULT_LIMITS);
    const json = body.ok ? parseJson(body.value.text) : body;
    if (!json.ok) return errorResponse(json.status, json.message);
    const scenarios = parseAt('scenarios', z.array(Scenario), json.value);
    if (!scenarios.ok) return errorResponse(400, scenarios.message);
    active = scenarios.value.map((scenario) => ({ scenario, hits: 0 }));
    return jsonResponse(active);
  });

  app.use('*', async (context, next) => {
    if (context.req.path.startsWith('/provider') || context.req.method === 'OPTIONS') return next();
    const entry = active.find(
      ({ scenario: { path, times }, hits }) => context.req.path.includes(path) && hits < (times ?? Infinity),
    );
    if (entry === undefined) return next();
    entry.hits += 1;
    return play(entry.scenario.fault, context, next, clock);
  });
}

async function play(
  fault: Scenario['fault'],
  context: Context,
  next: () => Promise<void>,
  clock: Clock,
): Promise<Response | void> {
  switch (fault.kind) {
    case 'status': {
      const { retryAfterSeconds } = fault;
      const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
      return errorResponse(fault.status, 'A scenario asked for this answer.', headers);
    }
    case 'slow':
      await delay(clock, fault.delayMs);
      return next();
    case 'late-answer':
      await next();
      return delay(clock, fault.delayMs);
    case 'reset':
      return breakConnection(context);
    case 'lost-answer':
      await next();
      context.res = breakConnection(context);
      return;
    case 'hang':
      return new Promise(() => {});
  }
}

/** Requests in process have no connection; an unexpected response represents a broken one. */
function breakConnection(context: Context): Response {
  const bindings = context.env as Partial<HttpBindings> | undefined;
  bindings?.incoming?.socket.destroy();
  return errorResponse(503, 'The connection was broken by a scenario.');
}
