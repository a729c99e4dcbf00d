import { isDiskFull, systemFault } from '../../provider/files/system-fault.ts';
import { UploadRefusal } from './upload-refusal.ts';

/** Refusal for the sender of an upload that could not be written; `undefined` for an error of another kind. */
export function uploadFailure(error: unknown, folder: string): UploadRefusal | undefined {
  if (error instanceof UploadRefusal) return error;
  // The library throws its own values, without the error of the system.
  const isFull = !(error instanceof Error) && isDiskFull(folder);
  const fault = systemFault(isFull ? new Error('No space left on device') : error, folder);
  if (fault === undefined) return undefined;
  const path = (error instanceof Error && (error as NodeJS.ErrnoException).path) || folder;
  const place = path.startsWith(folder) ? folder : path;
  const message = `The server cannot write to ${place}: ${fault.what}. ${fault.remedy} there; what has arrived is kept, and the upload goes on.`;
  return new UploadRefusal(507, message);
}
