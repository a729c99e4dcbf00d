import { useEffect, useRef, useState } from 'react';
import { Icon } from '../shared/icon.tsx';
import { waitsForNetwork } from '../../player/connection/network-retry.ts';
import { connection } from './connection.ts';
import {
  useFeature,
  useFeatures,
  useLanguage,
  usePage,
  usePlayback,
  usePlayerState,
  useStore,
} from '../shared/player-context.tsx';
import { isForbiddenByFrame } from './frame-policy.ts';
import { WatchElsewhere } from './watch-elsewhere.tsx';

/** Card with the error, the advice and, where it can help, a retry from the same position. */
export function ErrorCard() {
  const error = usePlayerState((snapshot) => snapshot.error);
  const { root } = usePage();
  const { control } = usePlayback();
  const language = useLanguage();
  const { say, sayError } = language;
  const network = useStore(useFeature(connection));
  const retryButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Only if the focus is in the player already: an embed must not take it from the host page.
    if (error !== null && document.hasFocus()) retryButton.current?.focus();
  }, [error]);
  if (error === null) return null;
  const isWaiting = network === 'offline' && waitsForNetwork(error);
  const isForbidden = isForbiddenByFrame(root.ownerDocument, error.code);
  const ownWords = isWaiting ? 'net.offline' : isForbidden ? 'embedder.denied' : null;
  const { title, advice } = sayError(ownWords === null ? error : { code: ownWords, title: '', advice: '' });
  return (
    <div className="error-card">
      {/* The alert leaves out the texts of the buttons. */}
      <div className="error-words" role="alert">
        <Icon name="warning" />
        <h2>{title}</h2>
        {advice !== '' && <p>{advice}</p>}
      </div>
      <div className="error-actions">
        <WatchElsewhere code={error.code} isForbidden={isForbidden} />
        {error.retryable && !isForbidden && (
          <button ref={retryButton} type="button" className="text-button" onClick={() => control.retry()}>
            {say('tryAgain')}
          </button>
        )}
        <CopyDetails key={error.code} />
      </div>
      <p className="error-code">{say('errorCode', { code: error.code })}</p>
    </div>
  );
}

/** The button's label reports the result. */
function CopyDetails() {
  const features = useFeatures();
  const [outcome, setOutcome] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    // The copying code is in the panels' chunk.
    const { copyError } = await import('../layout/open-panel.tsx');
    setOutcome(await copyError(features));
  };
  return (
    <>
      <button type="button" className="text-button quiet" onClick={() => void copy().catch(features.page.reportError)}>
        {outcome ?? features.language.say('copyDetails')}
      </button>
      <span className="visually-hidden" role="status">
        {outcome}
      </span>
    </>
  );
}
