import { isDiskFull, systemFault } from '../../provider/files/system-fault.ts';
import { UploadRefusal } from './upload-refusal.ts';

/** Why an upload could not be written, for its sender; `undefined` for an error of another kind. */
export async function uploadFailure(error: unknown, folder: string): Promise<UploadRefusal | undefined> {
  if (error instanceof UploadRefusal) return error;
  // The library throws its own values, without the error of the system.
  const isFull = !(error instanceof Error) && (await isDiskFull(folder));
  const fault = systemFault(isFull ? new Error('No space left on device') : error, folder);
  if (fault === undefined) return undefined;
  const message = `The server cannot write to ${folder}: ${fault.what}. ${fault.remedy} there; what has arrived is kept, and the upload goes on.`;
  return new UploadRefusal(507, message);
}
