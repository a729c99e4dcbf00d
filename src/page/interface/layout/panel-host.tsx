import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { FailedPanel } from '../panels/failed-panel.tsx';
import { panels } from '../panels/panels.ts';
import { onDemand } from '../shared/on-demand.tsx';
import { useFeature, useStore } from '../shared/player-context.tsx';
import { openPanel } from './panel-parts.ts';

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
