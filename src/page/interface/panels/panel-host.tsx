import { useEffect } from 'react';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { onDemand } from '../shared/on-demand.tsx';
import { useStore, useViewer } from '../shared/player-context.tsx';

/** Menus and panels load when the first of them is opened. */
const Panel = onDemand(async () => (await import('./open-panel.tsx')).OpenPanel);

export function PanelHost() {
  const open = useStore(useViewer().panels);
  return (
    open !== null && (
      <FeatureBoundary key={open.name} feature={`${open.name}Panel`} fallback={<FailedPanel />}>
        <Panel open={open} />
      </FeatureBoundary>
    )
  );
}

/** Closes what cannot be shown, so that its button does not report it as open and the next press retries. */
export function FailedPanel() {
  const { panels } = useViewer();
  useEffect(() => {
    panels.close();
    return panels.subscribe(panels.close);
  }, [panels]);
  return null;
}
