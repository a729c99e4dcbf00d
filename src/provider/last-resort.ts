import { StorageUnavailable } from './database/storage-errors.ts';
import { noOperatorPage, notFoundPage } from './http/plain-pages.ts';
import type { PathPrefix } from './http/path-prefix.ts';
import { errorResponse } from './http/responses.ts';

/** JSON for programs, a page for people (P1). */
export function unknownPathResponse(path: string, { add }: PathPrefix): Response {
  const isCall = path.startsWith('/youtubei/') || path.startsWith('/provider/api/');
  if (isCall) return errorResponse(404, 'There is no such call.');
  return path.startsWith('/provider/') ? noOperatorPage(add('/provider')) : notFoundPage(add('/'));
}

/** A throw is a bug, or unavailable storage. The client may retry (`retry-after.ts`). */
export function bugResponse(error: Error, onBug: (error: unknown) => void): Response {
  onBug(error);
  return errorResponse(error instanceof StorageUnavailable ? 503 : 500, 'The provider could not answer. Try again.');
}
