import type { BotDetectionState } from '../../../protocol/provider/identity.ts';

export type BotDetectionCause =
  | 'load'
  /** The script could not be fetched. */
  | 'urlFailed'
  /** The script was fetched, but failed or had another interface. */
  | 'scriptFailed'
  | 'loaded'
  | 'initialized'
  | 'programRefused'
  | 'dispose';

/** Every failure can be retried with the provider's next response; an empty cell keeps the state. */
const TRANSITIONS: Readonly<Record<BotDetectionState, Partial<Record<BotDetectionCause, BotDetectionState>>>> = {
  initial: { load: 'loading', dispose: 'disposed' },
  loading: {
    urlFailed: 'loadFailedFromUrl',
    scriptFailed: 'loadFailedFromScript',
    loaded: 'initializing',
    dispose: 'disposed',
  },
  loadFailedFromUrl: { load: 'loading', dispose: 'disposed' },
  loadFailedFromScript: { load: 'loading', dispose: 'disposed' },
  initializing: { initialized: 'ready', programRefused: 'initializationFailed', dispose: 'disposed' },
  ready: { load: 'loading', dispose: 'disposed' },
  initializationFailed: { load: 'loading', dispose: 'disposed' },
  disposed: {},
};

export function nextBotDetectionState(state: BotDetectionState, cause: BotDetectionCause): BotDetectionState {
  return TRANSITIONS[state][cause] ?? state;
}
