import type { Viewer } from './viewer.ts';

/** Steps that lead to a state of the screen. */
export type Way = (viewer: Viewer) => Promise<void>;

/** Combines steps that run one after the other. */
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
/** Opens a panel with a button beside the title. */
export const panel = (name: string, ready: string): Way => steps(paused, enter(`[data-opens="${name}"]`), see(ready));
export const more = panel('more', '.more-menu');
export const contextMenu = steps(paused, (viewer) => viewer.rightClick(120, 45), see('.context-menu'));
export const stats = steps(contextMenu, enter('.context-menu [data-row="stats"]'), see('.profiler-stats dd'));
/** Opens the actions, which are one page deeper in small players. */
export const actions = steps(more, (viewer) => viewer.pressWhereShown('[data-row="moreActions"]'));
export const subscribed = steps(
  actions,
  (viewer) => viewer.turnOn('.more-menu .menu-page > [role="switch"]'),
  see('[data-row="notifications"]'),
);
export const around = steps(playing, see('#player[data-spherical="shown"] .look-controls'), pause);
