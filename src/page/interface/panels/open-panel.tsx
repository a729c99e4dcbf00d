import type { ReactNode } from 'react';
import './panels.css';
import type { OpenPanel as Open, PanelName } from './panels.ts';
import { AboutPanel } from './about-panel.tsx';
import { ContextMenu } from './context-menu.tsx';
import { MoreMenu } from './more-menu.tsx';
import { PlaylistPanel } from '../playlist/playlist-panel.tsx';
import { SettingsMenu } from '../settings/settings-menu.tsx';
import { SharePanel } from '../share/share-panel.tsx';
import { ShortcutSheet } from '../keyboard/shortcut-sheet.tsx';

const PANELS: Readonly<Record<PanelName, (at: Open['at']) => ReactNode>> = {
  settings: () => <SettingsMenu />,
  shortcuts: () => <ShortcutSheet />,
  menu: (at) => <ContextMenu at={at ?? [0, 0]} />,
  about: () => <AboutPanel />,
  playlist: () => <PlaylistPanel />,
  share: () => <SharePanel />,
  more: () => <MoreMenu />,
};

/** The panel that is open, by its name. */
export function OpenPanel({ open }: { open: Open }) {
  return PANELS[open.name](open.at);
}

export { copyError } from '../errors/copy-error.ts';
