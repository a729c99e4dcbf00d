import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { storageFault } from './storage-fault.ts';

export type DatabaseKind = 'logs' | 'config';

/**
 * A database belongs to one user identifier, and its name has no colon (S1). Identifiers may contain colons, so colons are escaped;
 * two identifiers never share a name.
 */
export function databaseName(kind: DatabaseKind, identifier: string): Outcome<string> {
  if (identifier === '') return storageFault('noUserIdentifier');
  return succeed(`oriel-${kind}.${encodeURIComponent(identifier)}`);
}
