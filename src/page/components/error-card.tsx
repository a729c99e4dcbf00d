import { useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import { usePlayerState, usePlayerTools, useSay } from './player-context.tsx';

/** What happened, what to do, and, where it can help, another try from the same position. */
export function ErrorCard() {
  const error = usePlayerState((snapshot) => snapshot.error);
  const { retry } = usePlayerTools();
  const say = useSay();
  const retryButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    /** Only where focus was in the player already: an embed must not pull it from the host page. */
    if (error !== null && document.hasFocus()) retryButton.current?.focus();
  }, [error]);
  if (error === null) return null;
  return (
    <div className="error-card" role="alert">
      <Icon name="warning" />
      <h2>{error.title}</h2>
      {error.advice !== '' && <p>{error.advice}</p>}
      {error.retryable && (
        <button ref={retryButton} type="button" className="text-button" onClick={retry}>
          {say('tryAgain')}
        </button>
      )}
      <p className="error-code" dir="ltr">
        {say('errorCode', { code: error.code })}
      </p>
    </div>
  );
}
