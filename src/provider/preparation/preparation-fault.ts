/** A film cannot be prepared; the message says why, and what to do. The catalog is as it was. */
export class PreparationFault extends Error {
  override readonly name = 'PreparationFault';
}
