import './remote.css';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { togglePlayback } from '../controls/toggle-playback.ts';
import type { KeyActions } from '../keyboard/key-row.ts';
import { panels } from '../panels/panels.ts';
import { playerAt } from '../player-at.ts';
import { CONTROL_SELECTOR } from '../shared/control-selector.ts';
import type { Features } from '../shared/features.ts';
import { remoteKeyOf, type RemoteKey } from './remote-key.ts';
import { nextInDirection, type Direction } from './spatial-order.ts';

/** Controls that arrows skip: televisions have volume keys, and the volume slider would take the arrows of its row. */
const LEFT_OUT = ':disabled, .volume-input';
const PLAY_BUTTONS = '.big-play, .end-replay, .bar-play, .lone-play, .centre-play, .error-card button';
/** Fields in which left and right change the value. */
const SIDEWAYS_FIELDS = 'select, textarea, input:not([type="checkbox"], [type="radio"])';

/** Keys of remotes that do the same as a key of the table. */
const SAME_AS: Readonly<Partial<Record<RemoteKey, string>>> = {
  playPause: 'k',
  rewind: 'j',
  fastForward: 'l',
  previousVideo: 'Shift+p',
  nextVideo: 'Shift+n',
  captions: 'c',
};
const isPlayButton = (control: Element): boolean => control.matches(PLAY_BUTTONS);
const COMMANDS = { play: 'playVideo', pause: 'pauseVideo', stop: 'stopVideo' } as const;

/**
 * The keys of a remote control: arrows move the focus to the next control on the screen, Enter presses it, Back closes a menu, then
 * leaves full screen, then hides the controls. Without a control in focus, left and right seek as usual.
 */
export class RemoteControl {
  readonly #features: Features;
  readonly #actions: KeyActions['all'];
  readonly #root: HTMLElement;
  /** The control that had the focus before the controls were hidden. */
  #lastControl: HTMLElement | null = null;

  constructor({ features, actions }: { readonly features: Features; readonly actions: KeyActions }) {
    this.#features = features;
    this.#actions = actions.all;
    this.#root = features.page.root;
  }

  /**
   * Handles keys before the player's other keys. `early`: keys that were pressed before this code was loaded; returns the keys among them
   * that this class does not handle.
   */
  start(early: readonly KeyboardEvent[]): KeyboardEvent[] {
    this.#root.dataset['remote'] = '';
    this.#root.ownerDocument.addEventListener('keydown', this.#take, { capture: true });
    return early.filter((event) => !this.#press(event));
  }

  readonly #take = (event: KeyboardEvent): void => {
    const key = remoteKeyOf(event);
    const isDone = this.#press(event);
    if (isDone) event.preventDefault();
    // The player's other listeners would show the controls again.
    if (isDone || key === 'back') event.stopImmediatePropagation();
  };

  /** Returns whether the key has done something here. */
  #press(event: KeyboardEvent): boolean {
    const key = remoteKeyOf(event);
    switch (key) {
      case undefined:
        return false;
      case 'left':
      case 'right':
      case 'up':
      case 'down':
        return this.#move(key);
      case 'enter':
        return this.#enter(event);
      case 'back':
        return this.#goBack();
      case 'play':
      case 'pause':
      case 'stop':
        return this.#command(COMMANDS[key], event);
      default:
        return this.#act(SAME_AS[key], event);
    }
  }

  #move(direction: Direction): boolean {
    const { attention } = this.#features.playback;
    const isSideways = direction === 'left' || direction === 'right';
    const wasShown = attention.isShown();
    const present = this.#control();
    if (!wasShown || present === null) {
      if (isSideways) return false;
      attention.send('keyPressed');
      (present ?? this.#entrance())?.focus();
      return true;
    }
    if (isSideways && present.matches(SIDEWAYS_FIELDS)) return false;
    attention.send('keyPressed');
    const others = this.#controls().filter((control) => control !== present);
    const boxes = others.map((control) => control.getBoundingClientRect());
    const next = others[nextInDirection(present.getBoundingClientRect(), boxes, direction)];
    next?.focus();
    return true;
  }

  /** Browsers press focused buttons and links themselves. */
  #enter(event: KeyboardEvent): boolean {
    const { attention } = this.#features.playback;
    const control = attention.isShown() ? this.#control() : null;
    if (control?.matches('button, a, textarea') === true) return false;
    attention.send('keyPressed');
    if (control?.matches('[type="checkbox"], [type="radio"]') === true) {
      control.click();
      return true;
    }
    if (control !== null && !control.matches('.seek-input')) return false;
    togglePlayback(playerAt(this.#features.playback.player, this.#features.page.momentOf(event)));
    // At the first key the controls may not be rendered yet.
    if (control === null) this.#controls().find(isPlayButton)?.focus();
    return true;
  }

  #goBack(): boolean {
    const { playback } = this.#features;
    const { attention, fullscreen, player } = playback;
    if (this.#features.get(panels).get() !== null) {
      // A panel handles Back itself, for example on a page of a menu, as it does for a phone's back gesture.
      const panel = this.#root.querySelector('dialog[open]');
      if (panel === null) this.#features.get(panels).close();
      else panel.dispatchEvent(new Event('cancel', { cancelable: true }));
      return true;
    }
    if (player.getSnapshot().fullscreen) {
      void fullscreen.toggle();
      return true;
    }
    if (!attention.isShown()) return false;
    this.#lastControl = this.#control();
    this.#lastControl?.blur();
    attention.send('dismissed');
    // If the controls stay visible, as they do before the start, the key has done nothing.
    return !attention.isShown();
  }

  #command(name: (typeof COMMANDS)[keyof typeof COMMANDS], event: KeyboardEvent): boolean {
    const { page, playback } = this.#features;
    if (page.parameters.disablekb) return false;
    playback.player.execute({ name, arguments: [] }, 'viewer', page.momentOf(event));
    playback.attention.send('keyPressed');
    return true;
  }

  #act(name: string | undefined, event: KeyboardEvent): boolean {
    const { page, playback } = this.#features;
    const action = name === undefined ? undefined : this.#actions.get(name);
    if (action === undefined || page.parameters.disablekb || playback.player.getSnapshot().error !== null) return false;
    const atMs = page.momentOf(event);
    action({ features: this.#features, player: playerAt(playback.player, atMs), atMs });
    playback.attention.send('keyPressed');
    return true;
  }

  #control(): HTMLElement | null {
    const { activeElement } = this.#root.ownerDocument;
    return activeElement instanceof HTMLElement && this.#controls().includes(activeElement) ? activeElement : null;
  }

  /** The control that receives the focus first: the last focused control, else the play button. */
  #entrance(): HTMLElement | undefined {
    const controls = this.#controls();
    const isCued = this.#features.playback.player.getSnapshot().state === PLAYER_STATE.cued;
    const last = controls.find((control) => control === this.#lastControl && !isCued);
    return last ?? controls.find(isPlayButton) ?? controls[0];
  }

  /**
   * The controls on the screen; only the controls of a menu while a menu is open. Each radio button is a control: arrows, which
   * elsewhere move within its group, move the focus here.
   */
  #controls(): HTMLElement[] {
    const scope = this.#root.querySelector('dialog[open]:not([data-docked])') ?? this.#root;
    return [...scope.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)].filter(
      (control) =>
        !control.matches(LEFT_OUT) &&
        (control.tabIndex >= 0 || control.matches('[role="radio"], .transcript-line')) &&
        control.checkVisibility({ visibilityProperty: true }),
    );
  }
}
