/** Exit codes of `npm run profile`. */
export const EXIT = {
  done: 0,
  /** Nothing could be measured, or a file could not be read or written. */
  failed: 1,
  /** The command is not understood. */
  usage: 2,
  /** The calibration did not find the planted work: no figure of the run may be used. */
  void: 3,
  /** Only of `diff`: the second report is worse in a measure of main. */
  worse: 4,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A mistake in the command; the message says how to correct it. */
export class UsageError extends Error {}
