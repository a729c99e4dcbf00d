import { problemOf, REMEDIES, StorageUnavailable } from './database/storage-errors.ts';
import { noOperatorPage, notFoundPage } from './http/plain-pages.ts';
import type { PathPrefix } from './http/path-prefix.ts';
import { errorResponse } from './http/responses.ts';

const NO_RESPONSE = 'The provider could not answer. Try again.';

/** Responds to an unknown path: JSON for programs, a page for people (P1). */
export function unknownPathResponse(path: string, { add }: PathPrefix): Response {
  const isCall = path.startsWith('/youtubei/') || path.startsWith('/provider/api/');
  if (isCall) return errorResponse(404, 'There is no such call.');
  return path.startsWith('/provider/') ? noOperatorPage(add('/provider')) : notFoundPage(add('/'));
}

/** Responds to an exception: a bug, or unavailable storage, for which operators receive a remedy. Clients may retry (`retry-after.ts`). */
export function bugResponse(error: Error, path: string, onBug: (error: unknown) => void): Response {
  onBug(error);
  if (!(error instanceof StorageUnavailable)) return errorResponse(500, NO_RESPONSE);
  const isOperators = path.startsWith('/provider');
  const remedy = REMEDIES[problemOf(error)].replaceAll('`', '');
  return errorResponse(503, isOperators ? `The database cannot be used. ${remedy}` : NO_RESPONSE);
}
