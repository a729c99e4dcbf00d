import type { ReactNode } from 'react';
import '../../styles/panels.css';
import type { OpenPanel as Open, PanelName } from '../../interaction/panels.ts';
import { AboutPanel } from './about-panel.tsx';
import { ContextMenu } from './context-menu.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';

const PANELS: Readonly<Record<PanelName, (at: Open['at']) => ReactNode>> = {
  settings: () => <SettingsMenu />,
  shortcuts: () => <ShortcutSheet />,
  menu: (at) => <ContextMenu at={at ?? [0, 0]} />,
  about: () => <AboutPanel />,
};

/** The panel that is open, by its name. */
export function OpenPanel({ open }: { open: Open }) {
  return PANELS[open.name](open.at);
}
