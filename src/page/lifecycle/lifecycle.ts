import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { LifecycleState, VisibilityState } from '../../../protocol/threads/lifecycle-states.ts';
import { nextLifecycleState, type LifecycleCause } from './lifecycle-table.ts';
import { NAVIGATION_GATE_MS } from '../../../protocol/constants.ts';

/** The lifecycle of the document, as one state machine (X1–X3). */
export interface Lifecycle {
  readonly state: LifecycleState;
  readonly visibility: VisibilityState;
  /** Whether the page cannot be restored, because it did not enter the back/forward cache. */
  readonly isGone: boolean;
  /**
   * Called after every change, oldest listener first. Log final events at `document_disposed`: they are sent in the next state,
   * `flush_logs`.
   */
  subscribe(listener: (change: LifecycleNotice) => void): () => void;
}

export interface LifecycleNotice {
  readonly state: LifecycleState;
  readonly previousState: LifecycleState;
  readonly visibility: VisibilityState;
  readonly previousVisibility: VisibilityState;
  readonly cause: LifecycleCause;
}

export interface LifecycleEnvironment {
  readonly window: EventTarget;
  readonly document: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  readonly clock: Clock;
}

/** Input that shows, after `beforeunload`, that the navigation was cancelled and the page stays. */
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'focus'] as const;

/** Follows the lifecycle, without an `unload` listener, which would exclude the embedding page from the back/forward cache. */
export function watchLifecycle({ window, document, clock }: LifecycleEnvironment): Lifecycle {
  const listeners = new Set<(change: LifecycleNotice) => void>();
  let state: LifecycleState = 'document_active';
  let visibility: VisibilityState = 'unknown';
  let isGone = false;
  let isSuspended = false;
  let stopWaiting = (): void => {};

  const move = (cause: LifecycleCause, visibilityCause?: VisibilityCause): void => {
    const previousState = state;
    const previousVisibility = visibility;
    state = nextLifecycleState(state, cause);
    if (visibilityCause !== undefined) visibility = nextVisibility(visibilityCause, isInSight());
    if (state === previousState && visibility === previousVisibility) return;
    const notice = { state, previousState, visibility, previousVisibility, cause };
    for (const listener of listeners) listener(notice);
  };
  const isInSight = (): boolean => document.visibilityState === 'visible';
  const cancelled = (): void => {
    stopWaiting();
    move('cancelled');
  };
  const leave = (cause: 'pagehide' | 'freeze'): void => {
    stopWaiting();
    isSuspended = true;
    move(cause, 'suspended');
    move('flush');
  };
  const come = (cause: 'pageshow' | 'resume'): void => {
    isGone = false;
    isSuspended = false;
    move(cause, 'returned');
  };
  const listen = (target: EventTarget, type: string, listener: (event: Event) => void): void =>
    target.addEventListener(type, listener, { capture: true });

  listen(window, 'beforeunload', () => {
    stopWaiting();
    // No event reports a cancelled navigation, and a navigation that proceeds may take seconds to reach `pagehide`.
    stopWaiting = clock.after(NAVIGATION_GATE_MS, cancelled);
    move('beforeunload');
  });
  for (const sign of SIGNS_OF_LIFE) {
    listen(window, sign, () => state === 'document_disposed_preventable' && cancelled());
  }
  listen(window, 'pagehide', (event) => {
    isGone = !(event as PageTransitionEvent).persisted;
    leave('pagehide');
  });
  listen(window, 'pageshow', (event) => (event as PageTransitionEvent).persisted && come('pageshow'));
  listen(document, 'freeze', () => leave('freeze'));
  listen(document, 'resume', () => come('resume'));
  listen(document, 'visibilitychange', () => {
    if (isInSight()) {
      isSuspended = false;
      return move('visible', 'visible');
    }
    // A page that unloads also becomes hidden, sometimes after `pagehide`; that is not a second flush.
    if (isSuspended) return;
    move('hidden', 'hidden');
    move('flushed');
  });
  visibility = isInSight() ? 'visible' : 'hidden';

  return {
    get state() {
      return state;
    },
    get visibility() {
      return visibility;
    },
    get isGone() {
      return isGone;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type VisibilityCause = 'visible' | 'hidden' | 'suspended' | 'returned';

/**
 * `visible` and `hidden` are the browser's state of the tab; a page that is frozen or in the back/forward cache is
 * `backgrounded`, and `foregrounded` once it has been restored and is visible (X3).
 */
function nextVisibility(cause: VisibilityCause, inSight: boolean): VisibilityState {
  if (cause === 'suspended') return 'backgrounded';
  if (cause === 'returned') return inSight ? 'foregrounded' : 'hidden';
  return cause;
}
