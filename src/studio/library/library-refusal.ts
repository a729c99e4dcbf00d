import { systemFault } from '../../provider/files/system-fault.ts';
import { PreparationFault } from '../preparation-fault.ts';
import { CommandFault } from '../videos/command-fault.ts';

/** A task of the library is refused; the message says why, and what to do. */
export class LibraryRefusal extends Error {
  override readonly name = 'LibraryRefusal';
  readonly status: 400 | 404 | 409 | 507;

  constructor(status: LibraryRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** The refusal that an error is; `undefined` for a bug. */
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
