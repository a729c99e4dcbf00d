/** The vocabulary of lifecycle and scheduling (X1, X3–X5), shared by both threads. */

export const LIFECYCLE_STATES = [
  'document_active',
  'document_disposed_preventable',
  'document_disposed',
  'flush_logs',
] as const;
export type LifecycleState = (typeof LIFECYCLE_STATES)[number];

export const VISIBILITY_STATES = ['unknown', 'visible', 'hidden', 'foregrounded', 'backgrounded'] as const;
export type VisibilityState = (typeof VISIBILITY_STATES)[number];

export type NavigationState = 'none' | 'application_navigating';

/** Priorities of `scheduler.postTask` (X5), highest first; jobs below `user-visible` wait while the page navigates (X4). */
export const JOB_PRIORITIES = ['user-blocking', 'user-visible', 'background'] as const;
export type JobPriority = (typeof JOB_PRIORITIES)[number];
