import { useEffect } from 'react';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { onDemand } from '../shared/on-demand.tsx';
import { notices } from '../shared/notices.ts';
import { useFeature, useSay, useStore } from '../shared/player-context.tsx';
import { panels } from './panels.ts';

/** Menus and panels load when the first of them is opened. */
const Panel = onDemand(async () => (await import('./open-panel.tsx')).OpenPanel);

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

/** Closes what cannot be shown and says so: its button does not report it as open, and the next press retries. */
export function FailedPanel() {
  const panel = useFeature(panels);
  const notice = useFeature(notices);
  const say = useSay();
  useEffect(() => {
    const close = (): void => {
      if (panel.get() === null) return;
      panel.close();
      notice.show(say('failed'));
    };
    close();
    return panel.subscribe(close);
  }, [panel, notice, say]);
  return null;
}
