import { systemFault } from '../provider/files/system-fault.ts';

/** The reason why a video cannot be prepared, with a remedy. The catalog is unchanged. */
export class PreparationFault extends Error {
  override readonly name = 'PreparationFault';
  /** Whether the next attempt can reuse the work that is done. */
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

/** A fault of the file itself: no attempt can make a video of it. */
export const faultOfFile = (message: string): PreparationFault => new PreparationFault(message, { isOfFile: true });

/** Returns a failure that the file may have caused, and throws every other error, such as an interruption or a full disk. */
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
 * Converts a system failure, such as a full disk, to a fault that names the place and the remedy; other errors are returned unchanged.
 *
 * @param keptIn Folder with the work that is done so far, if any.
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

/** A failure of ffmpeg or ffprobe, with the reason that the tool printed. */
export class ToolFault extends PreparationFault {}
