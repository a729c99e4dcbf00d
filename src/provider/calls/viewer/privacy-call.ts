import { VISITOR_COOKIE } from '../../../../protocol/infrastructure/cookies.ts';
import { Person } from '../../../../protocol/provider/person.ts';
import { refuse } from '../../http/refusal.ts';
import { readCookieNames } from '../../security/read-cookie.ts';
import type { Visitors } from '../../security/visitors.ts';
import type { Call, FieldsOf, Handler } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';

/** Each may take thousands of deletions, between which others have their turn. */
const ERASING_AT_ONCE = 4;

/**
 * Which cookies the browser has sent; taking one back is in the header of the response. What is stored of the viewer is
 * deleted by the signed visitor data and the session of the call, which only their own page knows. An account is the
 * operator's to delete: it is the same in all browsers, and the panel is about this one.
 */
export function privacyCall({ forgotten, visitors }: HandlerDependencies): Handler<'privacy'> {
  let erasing = 0;
  return async (call) => {
    const { context, fields } = call;
    const names = readCookieNames(context.req.raw.headers);
    const cookies = names.filter((name) => !(fields.forget === true && name === VISITOR_COOKIE));
    if (fields.erase !== true) return { ok: true, value: { cookies } };
    if (erasing >= ERASING_AT_ONCE) return refuse(503, 'Too much is being deleted. Come again later.');
    erasing += 1;
    try {
      for (const person of personsOf(call, visitors)) await forgotten.forget(person);
    } finally {
      erasing -= 1;
    }
    return { ok: true, value: { cookies, erased: true } };
  };
}

function personsOf({ visitorData, sessionId }: Call<FieldsOf<'privacy'>>, visitors: Visitors): Person[] {
  const asked = [
    { kind: 'visitor', id: visitors.idOf(visitorData) },
    { kind: 'session', id: sessionId },
  ];
  return asked.flatMap((one) => Person.safeParse(one).data ?? []);
}
