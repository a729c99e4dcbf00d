import type { Context, Hono } from 'hono';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import type { Budgets } from '../budgets/create-budgets.ts';
import type { Senders } from '../budgets/senders.ts';
import { bytesOfReport, type ErrorReportStore } from '../stores/error-report-store.ts';
import { errorResponse, emptyResponse } from '../http/responses.ts';
import type { Refusals } from '../http/refusals.ts';
import type { BodyReader } from '../http/limits/body-reader.ts';
import { mediaType } from '../http/read-body.ts';
import { ErrorReportFields, ErrorReportQuery, readActivity, stackWithParameters } from './error-report.ts';
import { HEADERS } from '../../../protocol/provider/request-context.ts';
import type { OwnOrigin } from '../security/own-origin.ts';
import type { Viewers } from '../security/viewers.ts';
import { XSRF_FIELD, type XsrfTokens } from '../security/xsrf.ts';

export interface ErrorReportDependencies {
  readonly bodies: BodyReader;
  readonly reports: ErrorReportStore;
  readonly xsrf: XsrfTokens;
  readonly viewerOf: Viewers['of'];
  readonly ownOrigin: OwnOrigin;
  readonly budgets: Budgets;
  readonly senders: Senders;
  readonly refusals: Refusals;
  readonly onStored: () => void;
}

const WEIGHT_MAX = 10_000;

/** A GET is the same report without its long parts, for pages that can only send a ping (N14). */
export function errorReportRoutes(app: Hono, dependencies: ErrorReportDependencies): void {
  app.get('/error_204', (context) => store(context, new URLSearchParams(), dependencies));
  app.post('/error_204', async (context) => {
    const request = context.req.raw;
    const type = mediaType(request);
    if (!['', 'application/x-www-form-urlencoded', 'text/plain'].includes(type))
      return errorResponse(415, 'Send application/x-www-form-urlencoded.');
    const form = await dependencies.bodies.form(context);
    if (!form.ok) return dependencies.refusals.respond(context, form);
    const fields = form.value;
    const isOurs = type !== 'text/plain' && dependencies.ownOrigin.isSameOrigin(context);
    if (isOurs && !isOfViewer(context, fields, dependencies))
      return errorResponse(403, `The field ${XSRF_FIELD} is missing, too old or of another viewer. Reload the page.`);
    return store(context, fields, dependencies);
  });
}

function isOfViewer(context: Context, fields: URLSearchParams, { xsrf, viewerOf }: ErrorReportDependencies): boolean {
  return xsrf.isGood(fields.get(XSRF_FIELD), viewerOf(context, context.req.header(HEADERS.visitorId)));
}

async function store(
  context: Context,
  form: URLSearchParams,
  dependencies: ErrorReportDependencies,
): Promise<Response> {
  const query = parseAt('error_204', ErrorReportQuery, context.req.query());
  if (!query.ok) return errorResponse(400, query.message);
  const fields = ErrorReportFields.parse(Object.fromEntries(form));
  const { type, msg, line, level } = query.value;
  const { url, file, thread, sampleWeight } = fields;
  const stack = stackWithParameters(fields.stack, form);
  const activity = readActivity(fields.activity);
  const parts = { type, message: msg, line, level, url, file, stack, thread, activity };
  const report = { ...parts, sampleWeight: readWeight(sampleWeight) };
  const { budgets, senders, reports, refusals, onStored } = dependencies;
  const sender = senders.of(context);
  const admitted = await budgets.admission.admit('errors', sender, bytesOfReport(report));
  if (!admitted.ok) return refusals.respond(context, admitted);
  await reports.add(report, sender);
  onStored();
  return emptyResponse();
}

/** Number of occurrences that a report represents; one if absent (E7). */
function readWeight(text: string | undefined): number {
  const weight = Number(text ?? 1);
  return Number.isFinite(weight) && weight >= 1 ? Math.min(weight, WEIGHT_MAX) : 1;
}
