import type { Viewer } from './viewer.ts';

/** Ways to states of the screen that several screens begin with. */

export const state = (viewer: Viewer, name: string): Promise<void> => viewer.see(`#player[data-state="${name}"]`);
export const playing = async (viewer: Viewer): Promise<void> => {
  await state(viewer, 'playing');
  await viewer.see('.control-bar');
};
export const pause = async (viewer: Viewer): Promise<void> => {
  await viewer.press('k');
  await state(viewer, 'paused');
};
export const paused = async (viewer: Viewer): Promise<void> => {
  await playing(viewer);
  await pause(viewer);
};
export const settings = async (viewer: Viewer): Promise<void> => {
  await paused(viewer);
  await viewer.press('Enter', '[data-opens="settings"]');
  await viewer.see('.settings');
};
export const settingsPage =
  (...rows: readonly string[]) =>
  async (viewer: Viewer): Promise<void> => {
    await settings(viewer);
    for (const row of rows) await viewer.press('Enter', `[data-row="${row}"]`);
    await viewer.see('.menu-back');
  };
export const error = (viewer: Viewer): Promise<void> => viewer.see('.error-card');
/** A panel that opens from a button beside the title. */
export const panel =
  (name: string, ready: string) =>
  async (viewer: Viewer): Promise<void> => {
    await paused(viewer);
    await viewer.press('Enter', `[data-opens="${name}"]`);
    await viewer.see(ready);
  };
export const contextMenu = async (viewer: Viewer): Promise<void> => {
  await paused(viewer);
  await viewer.rightClick(120, 45);
  await viewer.see('.context-menu');
};
export const stats = async (viewer: Viewer): Promise<void> => {
  await contextMenu(viewer);
  await viewer.press('Enter', '.context-menu [data-row="stats"]');
  await viewer.see('.profiler-stats dd');
};
/** In little room, actions are a page deeper. */
export const actions = async (viewer: Viewer): Promise<void> => {
  await panel('more', '.more-menu')(viewer);
  await viewer.pressWhereShown('[data-row="moreActions"]');
};
export const subscribed = async (viewer: Viewer): Promise<void> => {
  await actions(viewer);
  await viewer.turnOn('.more-menu .menu-page > [role="switch"]');
  await viewer.see('[data-row="notifications"]');
};
export const around = async (viewer: Viewer): Promise<void> => {
  await playing(viewer);
  await viewer.see('#player[data-spherical="shown"] .look-controls');
  await pause(viewer);
};
