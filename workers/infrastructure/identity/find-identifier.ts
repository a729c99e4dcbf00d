import { LOGGED_OUT_IDENTIFIER } from '../../../protocol/infrastructure/user-identifier.ts';
import type { Session } from '../context/session.ts';
import type { ProblemReporter } from '../problem-reporter.ts';
import type { Send } from '../transport/transport.ts';
import { fetchDataSyncId } from './data-sync.ts';

/**
 * Finds the identifier that storage belongs to. If the page of a signed-in viewer does not state it, it is requested from the
 * provider; without a response it is '', and nothing is stored (N12).
 */
export async function findIdentifier(
  session: Session,
  send: Send,
  problems: Pick<ProblemReporter, 'warn'>,
): Promise<string> {
  const { loggedIn, dataSyncId, addresses } = session.page;
  if (!loggedIn) return LOGGED_OUT_IDENTIFIER;
  if (dataSyncId !== undefined) return dataSyncId;
  const fetched = await fetchDataSyncId(send, session.resolve(addresses.dataSyncIds));
  if (!fetched.ok) {
    problems.warn(fetched.message);
    return '';
  }
  session.page = { ...session.page, dataSyncId: fetched.value };
  return fetched.value;
}
