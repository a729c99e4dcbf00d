import type { Viewer } from './viewer.ts';

/** Ways to states of the screen, and the steps that they are made of. */
export type Way = (viewer: Viewer) => Promise<void>;

/** One after the other. */
export const steps =
  (...ways: readonly Way[]): Way =>
  async (viewer) => {
    for (const way of ways) await way(viewer);
  };
export const see =
  (selector: string): Way =>
  (viewer) =>
    viewer.see(selector);
export const press =
  (key: string, selector?: string): Way =>
  (viewer) =>
    viewer.press(key, selector);
export const enter = (selector: string): Way => press('Enter', selector);
export const watchPast =
  (seconds: number): Way =>
  (viewer) =>
    viewer.watchPast(seconds);

export const state = (name: string): Way => see(`#player[data-state="${name}"]`);
export const playing = steps(state('playing'), (viewer) => viewer.comeNear(), see('.control-bar'));
export const pause = steps(press('k'), state('paused'));
export const paused = steps(playing, pause);
export const settings = steps(paused, enter('[data-opens="settings"]'), see('.settings'));
export const settingsPage = (...rows: readonly string[]): Way =>
  steps(settings, ...rows.map((row) => enter(`[data-row="${row}"]`)), see('.menu-back'));
export const error = see('.error-card');
/** A panel that opens from a button beside the title. */
export const panel = (name: string, ready: string): Way => steps(paused, enter(`[data-opens="${name}"]`), see(ready));
export const more = panel('more', '.more-menu');
export const contextMenu = steps(paused, (viewer) => viewer.rightClick(120, 45), see('.context-menu'));
export const stats = steps(contextMenu, enter('.context-menu [data-row="stats"]'), see('.profiler-stats dd'));
/** In little room, actions are a page deeper. */
export const actions = steps(more, (viewer) => viewer.pressWhereShown('[data-row="moreActions"]'));
export const subscribed = steps(
  actions,
  (viewer) => viewer.turnOn('.more-menu .menu-page > [role="switch"]'),
  see('[data-row="notifications"]'),
);
export const around = steps(playing, see('#player[data-spherical="shown"] .look-controls'), pause);
