import { useEffect } from 'react';
import { useIsOnline } from '../errors/offline-banner.tsx';
import type { Feature } from '../shared/features.ts';
import { LONG_NOTICE_MS, notices } from '../shared/notices.ts';
import { useFeature, useSay } from '../shared/player-context.tsx';
import { panels, type Panels } from './panels.ts';

interface FailedPanelProps {
  /** Store of the open panel. */
  readonly store?: Feature<Pick<Panels, 'get' | 'subscribe' | 'close'>>;
}

/** Closes a panel that cannot be shown, with a notice. So the panel's button does not report it as open, and the next press retries. */
export function FailedPanel({ store = panels }: FailedPanelProps) {
  const panel = useFeature(store);
  const notice = useFeature(notices);
  const say = useSay();
  const isOnline = useIsOnline();
  useEffect(() => {
    const close = (): void => {
      if (panel.get() === null) return;
      panel.close();
      notice.show(say(isOnline ? 'failed' : 'failedOffline'), { forMs: LONG_NOTICE_MS });
    };
    close();
    return panel.subscribe(close);
  }, [panel, notice, say, isOnline]);
  return null;
}
