/** Parts that panels load when they are opened. */

/** Menus, and the component that renders one of the parts below. */
export const openPanel = async () => (await import('./open-panel.tsx')).OpenPanel;
export const chapters = async () => (await import('../chapters/chapters-panel.tsx')).ChaptersPanel;
export const transcript = async () => (await import('../transcript/transcript-panel.tsx')).TranscriptSheet;
export const sheet = async () => (await import('./sheets.tsx')).Sheet;
export const privacy = async () => (await import('../privacy/privacy-panel.tsx')).PrivacyPanel;
