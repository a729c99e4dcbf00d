import { useSyncExternalStore } from 'react';
import type { PlayerControl } from '../../player/player.ts';
import type { PlainProps } from './plain-props.ts';

interface PlainErrorCardProps extends Omit<PlainProps, 'clock'> {
  readonly control: Pick<PlayerControl, 'retry'>;
}

/** Error card with the provider's text, if the error has one. */
export function PlainErrorCard({ player, control, labels }: PlainErrorCardProps) {
  const error = useSyncExternalStore(player.subscribe, () => player.getSnapshot().error);
  if (error === null) return null;
  return (
    <div className="error-card" role="alert">
      <h2>{error.title || labels.failed}</h2>
      {error.retryable && (
        <button type="button" className="text-button" onClick={() => control.retry()}>
          {labels.tryAgain}
        </button>
      )}
    </div>
  );
}
