import { useEffect } from 'react';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { onDemand } from '../shared/on-demand.tsx';
import { usePlayerTools, useStore } from '../shared/player-context.tsx';

/** Menus and panels come with the first of them that is opened. */
const Panel = onDemand(async () => (await import('./open-panel.tsx')).OpenPanel);

export function PanelHost() {
  const open = useStore(usePlayerTools().panels);
  return (
    open !== null && (
      <FeatureBoundary key={open.name} feature={`${open.name}Panel`} fallback={<FailedPanel />}>
        <Panel open={open} />
      </FeatureBoundary>
    )
  );
}

/** Closes what cannot be shown, so that its button does not call it open and the next press tries again. */
export function FailedPanel() {
  const { panels } = usePlayerTools();
  useEffect(() => {
    panels.close();
    return panels.subscribe(panels.close);
  }, [panels]);
  return null;
}
