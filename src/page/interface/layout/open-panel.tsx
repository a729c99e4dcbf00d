import type { ReactNode } from 'react';
import type { OpenPanel as Open, PanelName } from '../panels/panels.ts';
import { onDemand } from '../shared/on-demand.tsx';
import { ContextMenu } from './context-menu.tsx';
import { MoreMenu } from './more-menu.tsx';
import { PlaylistPanel } from '../playlist/playlist-panel.tsx';
import { SettingsMenu } from '../settings/settings-menu.tsx';
import { ShortcutSheet } from '../keyboard/shortcut-sheet.tsx';
import { KEY_TABLE } from './key-table.ts';
import { chapters, sheet, transcript } from './panel-parts.ts';
import { SPHERICAL_KEY_TABLE } from './spherical-key-table.ts';
import type { SheetName } from './sheets.tsx';

const Chapters = onDemand(chapters);
const Transcript = onDemand(transcript);
const Sheet = onDemand(sheet);

const PANELS: Readonly<Partial<Record<PanelName, (at: Open['at']) => ReactNode>>> = {
  settings: () => <SettingsMenu />,
  menu: (at) => <ContextMenu at={at ?? [0, 0]} />,
  playlist: () => <PlaylistPanel />,
  shortcuts: () => <ShortcutSheet rows={KEY_TABLE} sphericalRows={SPHERICAL_KEY_TABLE} />,
  more: () => <MoreMenu />,
  chapters: () => <Chapters />,
  transcript: () => <Transcript />,
};

/** Renders the open panel. */
export function OpenPanel({ open }: { open: Open }) {
  return PANELS[open.name]?.(open.at) ?? <Sheet name={open.name as SheetName} />;
}

export { copyError } from '../errors/copy-error.ts';
