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

/** Deletions of one address: enough for a school class, too few to delete made-up sessions in bulk. */
const ERASURES = { perSecond: 20 / 3_600, burst: 60 };
/** Concurrent calls. Few, because each may delete thousands of rows in chunks, between which others have their turn. */
const AT_ONCE = 2;
/** Required by `FairLane`, without effect: `atOnce` is fixed. */
const TARGET_MS = 1_000;

/**
 * Responds with the names of the cookies that the browser sent; the route removes a cookie with a header. Stored data is
 * deleted by the signed visitor data and the session of the call, which only the viewer's own page has. Only the operator
 * deletes data of an account: it is the same in all browsers, and the panel is about one browser.
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
