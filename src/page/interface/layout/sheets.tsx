import type { ReactNode } from 'react';
import { onDemand } from '../shared/on-demand.tsx';
import { SharePanel } from '../share/share-panel.tsx';
import { AboutPanel } from '../panels/about-panel.tsx';
import { privacy } from './panel-parts.ts';

/** Sheets that few viewers open; they load when the first of them is opened. */
export type SheetName = 'share' | 'about' | 'privacy';

const Privacy = onDemand(privacy);

const SHEETS: Readonly<Record<SheetName, () => ReactNode>> = {
  share: () => <SharePanel />,
  about: () => <AboutPanel />,
  privacy: () => <Privacy />,
};

export function Sheet({ name }: { name: SheetName }) {
  return SHEETS[name]();
}
