import { usePlayerState, useStore, useTools } from '../shared/player-context.tsx';

/** N6: shown if the provider offers it. Its label contains the state, so it has no pressed state as well. */
export function SubscribeButton() {
  const tools = useTools();
  const { say } = tools.viewer.language;
  const { state, isBusy } = useStore(tools.viewer.viewerState);
  const author = usePlayerState(({ video }) => video.author);
  const isOffered = usePlayerState(({ video }) => video.response?.attestation !== undefined);
  if (!isOffered || state === null) return null;
  const { subscribed } = state;
  const label = say(subscribed ? 'subscribed' : 'subscribe');
  const toggle = async (): Promise<void> => {
    const { setSubscribed } = await import('./viewer-actions.ts');
    setSubscribed(tools, !subscribed);
  };
  return (
    <button
      type="button"
      className={`text-button subscribe${subscribed ? ' quiet' : ''}`}
      aria-label={author === '' ? label : `${label}: ${author}`}
      aria-busy={isBusy}
      onClick={() => void toggle().catch(tools.page.reportError)}
    >
      {label}
    </button>
  );
}
