import { systemFault } from '../provider/files/system-fault.ts';

/** A video cannot be prepared; the message says why, and what to do. The catalog is as it was. */
export class PreparationFault extends Error {
  override readonly name = 'PreparationFault';
  /** Whether the next attempt can use the finished work. */
  readonly canGoOn: boolean;
  /** Whether the file is the reason: another attempt with the same file ends the same way. */
  readonly isOfFile: boolean;

  constructor(
    message: string,
    { canGoOn = false, isOfFile = false }: { readonly canGoOn?: boolean; readonly isOfFile?: boolean } = {},
  ) {
    super(message);
    this.canGoOn = canGoOn;
    this.isOfFile = isOfFile;
  }
}

/** A file that cannot become a video, whatever is tried. */
export const faultOfFile = (message: string): PreparationFault => new PreparationFault(message, { isOfFile: true });

/** A failure that the file may explain; every other one is thrown again, such as an interruption or a full disk. */
export function failureOf(error: unknown, signal: AbortSignal | undefined): PreparationFault {
  if (!(error instanceof PreparationFault) || error.canGoOn || signal?.aborted === true) throw error;
  return error;
}

/** Another process prepares the same video. */
export class AlreadyRunningError extends PreparationFault {
  constructor(path: string, processId: number) {
    super(`${path} is being added by process ${processId} already.`, { canGoOn: true });
  }
}

export const interrupted = (): PreparationFault =>
  new PreparationFault('Interrupted. Nothing was added to the catalog. The same command goes on from here.', {
    canGoOn: true,
  });

/**
 * A failure of the system in a line that names the place; every other one is returned as it is.
 *
 * @param keptIn Folder with the work so far, if there is any.
 */
export function withSystemReason(error: unknown, place: string, keptIn?: string): unknown {
  if (error instanceof PreparationFault && !(error instanceof ToolFault)) return error;
  const fault = systemFault(error, place);
  if (fault === undefined) return error;
  const next =
    keptIn === undefined
      ? 'give the same command again.'
      : `the same command goes on from what is in ${keptIn}; npm run videos -- clean removes that.`;
  return new PreparationFault(`${fault.what}. Nothing was added to the catalog. ${fault.remedy}, and ${next}`, {
    canGoOn: true,
  });
}

/** ffmpeg or ffprobe has failed, and says this about it. */
export class ToolFault extends PreparationFault {}
