/** A command cannot be carried out; the message says why, and what to do. Nothing was changed. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
}
