import { useEffect } from 'react';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { useIsOnline } from '../errors/offline-banner.tsx';
import { onDemand } from '../shared/on-demand.tsx';
import { LONG_NOTICE_MS, notices } from '../shared/notices.ts';
import { useFeature, useSay, useStore } from '../shared/player-context.tsx';
import { openPanel } from './panel-parts.ts';
import { panels, type Panels } from './panels.ts';
import type { Feature } from '../shared/features.ts';

/** Menus and panels load when the first of them is opened. */
const Panel = onDemand(openPanel);

export function PanelHost() {
  const open = useStore(useFeature(panels));
  return (
    open !== null && (
      <FeatureBoundary key={open.name} feature={`${open.name}Panel`} fallback={<FailedPanel />}>
        <Panel open={open} />
      </FeatureBoundary>
    )
  );
}

interface FailedPanelProps {
  /** Store of the open panel. */
  readonly store?: Feature<Pick<Panels, 'get' | 'subscribe' | 'close'>>;
}

/** Closes what cannot be shown and says so: its button does not report it as open, and the next press retries. */
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
