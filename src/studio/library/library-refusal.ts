import { systemFault } from '../../provider/files/system-fault.ts';
import { PreparationFault } from '../preparation-fault.ts';
import { CommandFault } from '../videos/command-fault.ts';

/** Refusal of a library task; the message names the reason and the remedy. */
export class LibraryRefusal extends Error {
  override readonly name = 'LibraryRefusal';
  readonly status: 400 | 404 | 409 | 507;

  constructor(status: LibraryRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** Converts an expected error to a refusal; `undefined` for a bug. */
export function libraryRefusal(error: unknown, catalogFolder: string): LibraryRefusal | undefined {
  if (error instanceof LibraryRefusal) return error;
  const fault = error instanceof CommandFault ? undefined : systemFault(error, catalogFolder);
  if (fault !== undefined)
    return new LibraryRefusal(
      507,
      `${fault.what}. ${fault.remedy}, and try again: nothing is lost, and what was begun is completed then.`,
    );
  if (error instanceof CommandFault) return new LibraryRefusal(409, error.message);
  if (error instanceof PreparationFault) return new LibraryRefusal(400, error.message);
  return undefined;
}
