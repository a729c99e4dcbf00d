import { StorageUnavailable } from '../database/storage-errors.ts';
import { notFoundPage } from '../pages/plain-pages.ts';
import { answerError } from './answers.ts';

/** A program is told in JSON, a person on a page (P1). */
export function answerUnknownPath(path: string): Response {
  const isCall = path.startsWith('/youtubei/') || path.startsWith('/provider/api/');
  return isCall ? answerError(404, 'There is no such call.') : notFoundPage();
}

/** A throw is a bug; the client is told to come again, which after a busy database is also the right thing to do. */
export function answerBug(error: Error, onBug: ((error: unknown) => void) | undefined): Response {
  onBug?.(error);
  return answerError(error instanceof StorageUnavailable ? 503 : 500, 'The provider could not answer. Try again.', {
    'Retry-After': '5',
  });
}
