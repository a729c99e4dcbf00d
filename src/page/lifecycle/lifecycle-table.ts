import type { LifecycleState } from '../../../protocol/threads/lifecycle-states.ts';

export type LifecycleCause =
  | 'beforeunload'
  | 'cancelled'
  | 'hidden'
  | 'visible'
  | 'pagehide'
  | 'pageshow'
  | 'freeze'
  | 'resume'
  | 'flush'
  | 'flushed';

/**
 * An empty cell keeps the state: browsers repeat lifecycle events, and a repeat is not a bug (X1, X2). A page that
 * unloads is first disposed, so that final events can be logged, and then flushed. From `flush_logs` a page returns to
 * active when the flush is over, because a hidden page continues to run.
 */
const TRANSITIONS: Readonly<Record<LifecycleState, Partial<Record<LifecycleCause, LifecycleState>>>> = {
  document_active: {
    beforeunload: 'document_disposed_preventable',
    pagehide: 'document_disposed',
    freeze: 'document_disposed',
    hidden: 'flush_logs',
  },
  document_disposed_preventable: {
    cancelled: 'document_active',
    visible: 'document_active',
    pageshow: 'document_active',
    pagehide: 'document_disposed',
    freeze: 'document_disposed',
    hidden: 'flush_logs',
  },
  document_disposed: {
    flush: 'flush_logs',
    pageshow: 'document_active',
    resume: 'document_active',
    visible: 'document_active',
  },
  flush_logs: {
    flushed: 'document_active',
    visible: 'document_active',
    pageshow: 'document_active',
    resume: 'document_active',
    pagehide: 'document_disposed',
    freeze: 'document_disposed',
  },
};

export function nextLifecycleState(state: LifecycleState, cause: LifecycleCause): LifecycleState {
  return TRANSITIONS[state][cause] ?? state;
}
