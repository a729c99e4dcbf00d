/** Events that are posted together: one string, built once, for the message and the unload beacon. */
export interface LineBatch {
  readonly text: string;
  readonly eventCount: number;
  readonly isJournalled: boolean;
  /** Removes its journal entries: it is safe elsewhere. */
  forget(): void;
}

/** Events recovered from the journal of a page that died. */
export function recoveredBatch(text: string, forget: () => void): LineBatch {
  return { text, eventCount: text.split('\n').length, isJournalled: false, forget };
}
