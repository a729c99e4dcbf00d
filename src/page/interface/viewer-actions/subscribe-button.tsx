import { useFeature, useFeatures, usePlayerState, useStore } from '../shared/player-context.tsx';
import { viewerState } from './viewer-state-store.ts';

/** Shown if the provider offers it (N6). Its label contains the state, so it has no `aria-pressed`. */
export function SubscribeButton() {
  const features = useFeatures();
  const { say } = features.language;
  const { state, isBusy } = useStore(useFeature(viewerState));
  const author = usePlayerState(({ video }) => video.author);
  const isOffered = usePlayerState(({ video }) => video.response?.attestation !== undefined);
  if (!isOffered || state === null) return null;
  const { subscribed } = state;
  const label = say(subscribed ? 'subscribed' : 'subscribe');
  const toggle = async (): Promise<void> => {
    const { setSubscribed } = await import('./viewer-actions.ts');
    setSubscribed(features, !subscribed);
  };
  return (
    <button
      type="button"
      className={`text-button subscribe${subscribed ? ' quiet' : ''}`}
      aria-label={author === '' ? label : `${label}: ${author}`}
      aria-busy={isBusy}
      onClick={() => void toggle().catch(features.page.reportError)}
    >
      {label}
    </button>
  );
}
