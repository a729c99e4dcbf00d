import { VISITOR_COOKIE } from '../../../../protocol/infrastructure/cookies.ts';
import { Person } from '../../../../protocol/provider/person.ts';
import { clientAddress } from '../../http/client-address.ts';
import { shareKeys } from '../../http/limits/address-key.ts';
import { ClientRate } from '../../http/limits/client-rate.ts';
import { FairLane } from '../../http/limits/fair-lane.ts';
import { refuse, type Accepted } from '../../http/refusal.ts';
import { readCookieNames } from '../../security/read-cookie.ts';
import type { Visitors } from '../../security/visitors.ts';
import type { Call, FieldsOf, Handler, ResponseFieldsOf } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';

/** Deletions of one address: a school class fits, and who makes up sessions to delete them does not. */
const ERASURES = { perSecond: 20 / 3_600, burst: 60 };
/** Few, since each may take thousands of deletions, between which others have their turn. */
const AT_ONCE = 2;
/** The number at once does not depend on it. */
const TARGET_MS = 1_000;

/**
 * Which cookies the browser has sent; taking one back is in the header of the response. What is stored of the viewer is
 * deleted by the signed visitor data and the session of the call, which only their own page knows. An account is the
 * operator's to delete: it is the same in all browsers, and the panel is about this one.
 */
export function privacyCall({ forgotten, visitors, clock }: HandlerDependencies): Handler<'privacy'> {
  const erasures = new ClientRate(ERASURES, clock);
  const atOnce = { least: AT_ONCE, most: AT_ONCE };
  const lane = new FairLane({ clock, atOnce, targetMs: TARGET_MS, waitingMaxBytes: Number.POSITIVE_INFINITY });
  return async (call) => {
    const { context, fields } = call;
    const names = readCookieNames(context.req.raw.headers);
    const cookies = names.filter((name) => !(fields.forget === true && name === VISITOR_COOKIE));
    if (fields.erase !== true) return { ok: true, value: { cookies } };
    if (!erasures.take(context)) {
      const message = 'Too many deletions: erasures_per_address. Come again later.';
      return { ...refuse(429, message, 'erasures_per_address'), isLasting: true };
    }
    const turn = { keys: shareKeys(clientAddress(context).address ?? ''), bytes: 0 };
    const erase = async (): Promise<Accepted<ResponseFieldsOf<'privacy'>>> => {
      for (const person of personsOf(call, visitors)) await forgotten.forget(person);
      return { ok: true, value: { cookies, erased: true } };
    };
    const message = 'Too much is being deleted. Come again later.';
    return lane.run(turn, erase, () => refuse(503, message, 'overload_erasures'));
  };
}

function personsOf({ visitorData, sessionId }: Call<FieldsOf<'privacy'>>, visitors: Visitors): Person[] {
  const asked = [
    { kind: 'visitor', id: visitors.idOf(visitorData) },
    { kind: 'session', id: sessionId },
  ];
  return asked.flatMap((one) => Person.safeParse(one).data ?? []);
}
