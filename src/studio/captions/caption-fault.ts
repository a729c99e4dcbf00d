import { PreparationFault } from '../preparation-fault.ts';

/** Captions that cannot be published; the message names the file and the remedy. */
export class CaptionFault extends PreparationFault {}
