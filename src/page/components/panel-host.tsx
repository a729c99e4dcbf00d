import { lazy, Suspense } from 'react';
import { usePlayerTools, useStore } from './player-context.tsx';

/** Menus and panels come with the first of them that is opened. */
const OpenPanel = lazy(async () => ({ default: (await import('./panels/open-panel.tsx')).OpenPanel }));

export function PanelHost() {
  const open = useStore(usePlayerTools().panels);
  if (open === null) return null;
  return (
    <Suspense>
      <OpenPanel key={open.name} open={open} />
    </Suspense>
  );
}
