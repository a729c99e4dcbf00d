import { STORAGE_ERROR_MESSAGES } from '../../../protocol/errors.ts';
import { fail, succeed, type Outcome } from '../../../protocol/outcome.ts';

export type DatabaseKind = 'logs' | 'config';

/**
 * S1: a database belongs to one user identifier, and its name has no colon. Identifiers may have one, so they are
 * escaped; two identifiers never share a name.
 */
export function databaseName(kind: DatabaseKind, identifier: string): Outcome<string> {
  if (identifier === '') return fail('storage.unavailable', STORAGE_ERROR_MESSAGES.noUserIdentifier);
  return succeed(`oriel-${kind}.${encodeURIComponent(identifier)}`);
}
