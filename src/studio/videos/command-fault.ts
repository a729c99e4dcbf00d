/** Refusal of a command that has changed nothing; the message names the reason and the remedy. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
}
