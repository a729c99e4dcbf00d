import { useLanguage } from '../shared/player-context.tsx';

/** Whether the system has a share sheet that takes this; a frame also needs its host's permission. */
export function canShareWithApp(data: ShareData): boolean {
  return 'canShare' in navigator && navigator.canShare(data);
}

export function AppButton({ data }: { data: ShareData }) {
  const { say } = useLanguage();
  return (
    <button
      type="button"
      className="text-button share-app"
      /** A refusal and a cancellation look alike, and need no message. */
      onClick={() => void navigator.share(data).catch(() => undefined)}
    >
      {say('shareWith')}
    </button>
  );
}
