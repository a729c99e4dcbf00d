import type { ReactNode } from 'react';
import { SharePanel } from '../share/share-panel.tsx';
import { AboutPanel } from './about-panel.tsx';

/** Sheets that few viewers open: they load when one of them is. */
export type SheetName = 'share' | 'about';

const SHEETS: Readonly<Record<SheetName, () => ReactNode>> = {
  share: () => <SharePanel />,
  about: () => <AboutPanel />,
};

export function Sheet({ name }: { name: SheetName }) {
  return SHEETS[name]();
}
