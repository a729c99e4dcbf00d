export type SupervisionState = 'stopped' | 'starting' | 'running' | 'suspected' | 'restarting' | 'given-up';

export type SupervisionCause =
  | 'start'
  | 'opened'
  | 'refused'
  /** A ping had no response in time. */
  | 'silent'
  | 'responded'
  /** The worker is dead, with restarts left. */
  | 'died'
  /** The worker is dead, without restarts left. */
  | 'exhausted'
  | 'stop';

const ANY_LIFE = { died: 'restarting', exhausted: 'given-up', stop: 'stopped' } as const;
const STARTING = { ...ANY_LIFE, opened: 'running', refused: 'given-up' } as const;

/**
 * A cause without a cell is ignored: late causes of an earlier worker arrive in any state. A refused start is not
 * repeated, because the policy or the browser that refused it would refuse the next start, too.
 */
const TRANSITIONS: Readonly<Record<SupervisionState, Partial<Record<SupervisionCause, SupervisionState>>>> = {
  stopped: { start: 'starting' },
  starting: STARTING,
  restarting: STARTING,
  running: { ...ANY_LIFE, silent: 'suspected' },
  suspected: { ...ANY_LIFE, responded: 'running' },
  'given-up': { stop: 'stopped' },
};

/** `undefined` if the cause has no effect in that state. */
export function nextSupervisionState(state: SupervisionState, cause: SupervisionCause): SupervisionState | undefined {
  return TRANSITIONS[state][cause];
}
