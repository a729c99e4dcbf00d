import { createFakeClock, type FakeClock } from './fake-clock.ts';

/** A window and a document, reduced to their lifecycle. */
export interface FakePage {
  readonly window: EventTarget;
  readonly document: EventTarget & { visibilityState: DocumentVisibilityState };
  readonly clock: FakeClock;
  fire(type: string, details?: Record<string, unknown>): void;
  /** Shows or hides the tab. */
  setInSight(inSight: boolean): void;
}

export function createFakePage(clock = createFakeClock()): FakePage {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  return {
    window,
    document,
    clock,
    fire(type, details = {}) {
      const onDocument = type === 'freeze' || type === 'resume' || type === 'visibilitychange';
      (onDocument ? document : window).dispatchEvent(Object.assign(new Event(type), details));
    },
    setInSight(inSight) {
      document.visibilityState = inSight ? 'visible' : 'hidden';
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}
