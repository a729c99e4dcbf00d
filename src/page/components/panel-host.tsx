import { useEffect, useState } from 'react';
import type { OpenPanel } from './panels/open-panel.tsx';
import { usePlayerTools, useStore } from './player-context.tsx';

/** Menus and panels come with the first of them that is opened. */
export function PanelHost() {
  const { panels, reportError } = usePlayerTools();
  const open = useStore(panels);
  const [Panel, setPanel] = useState<typeof OpenPanel | null>(null);
  const isMissing = open !== null && Panel === null;
  useEffect(() => {
    if (!isMissing) return;
    import('./panels/open-panel.tsx').then(
      (module) => setPanel(() => module.OpenPanel),
      (error: unknown) => {
        reportError(error);
        // The next press tries again.
        panels.close();
      },
    );
  }, [isMissing, panels, reportError]);
  return open !== null && Panel !== null && <Panel key={open.name} open={open} />;
}
