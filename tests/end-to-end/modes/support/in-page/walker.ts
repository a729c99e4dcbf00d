import { CONTROLS, LAST_ORDER, type Effect } from '../../controls.ts';
import { idOf, tableKeyOf, openPanel, shownControls, type Control, type ShownControl } from './control.ts';
import { Notes } from './notes.ts';

declare global {
  interface Window {
    readonly walker: Walker;
    /** Playwright bindings for facts and permissions that the page cannot get itself. */
    allowGestures(): Promise<void>;
    statusOf(address: string): Promise<number>;
    countDownloads(): Promise<number>;
    countClosedWindows(): Promise<number>;
    readDirection(): Promise<string>;
  }
}

/** Texts by which the interface reports that something did not work. */
const FAILURES = /didn’t|[Cc]ouldn’t|can’t|aren’t available/;
/** Matches while the player is in a passing state; the walk waits for the next state. */
const PASSING = '#player:is([data-state="unstarted"], [data-state="buffering"]):not(:has(.error-card))';
const DEADLINE_MS = 60_000;
/** How long a step waits for its control. A path whose control is missing in the present state of the player is tried again later. */
const STEP_DEADLINE_MS = 2_000;
const POLL_MS = 5;
/** Longest path: from the bar to a page two levels deep in a panel. */
const PATH_MAX = 5;
const TRIES_MAX = 3;

interface Seen {
  readonly control: Control;
  /** The press that showed it. */
  readonly opener: Control | null;
  tries: number;
}

/** Presses everything that the interface offers, once each, and follows wherever a press leads. Runs in the page. */
export class Walker {
  readonly faults: string[] = [];
  readonly presses: { readonly id: string; readonly atMs: number }[] = [];
  readonly notes = new Notes();
  readonly #seen = new Map<string, Seen>();
  readonly #done = new Set<string>();
  /** Value of the radio that was pressed last, by group, until the group shows its choice. */
  readonly #chosen = new Map<string, string>();
  #places: readonly string[] | null = null;
  #last: Control | null = null;
  #element: HTMLElement | null = null;

  /** Names in `CONTROLS` that the walk never found, except fleeting controls. */
  neverFound(): readonly string[] {
    const found = new Set([...this.#seen.values()].map(({ control }) => tableKeyOf(control)));
    return Object.entries(CONTROLS)
      .flatMap(([place, effects]) => Object.entries(effects).map(([name, effect]) => ({ place, name, effect })))
      .filter(({ effect, ...control }) => effect.isFleeting !== true && !found.has(tableKeyOf(control)))
      .map(tableKeyOf);
  }

  /** Ids of controls that were found but never pressed, except fleeting controls. */
  neverPressed(): readonly string[] {
    return [...this.#seen]
      .filter(([, { control }]) => effectOf(control)?.isFleeting !== true && this.#isLeft(control, LAST_ORDER))
      .map(([id]) => id);
  }

  /** The element that is being pressed. */
  get element(): HTMLElement | null {
    return this.#element;
  }

  /** Presses every control in these places, or in all places. */
  async crawl(places: readonly string[] | null = null): Promise<void> {
    this.#places = places;
    for (let order = 0; order <= LAST_ORDER;) {
      await until(() => document.querySelector(PASSING) === null);
      const shown = this.#readControls();
      const next = this.#next(shown, order);
      const path = next === undefined ? this.#pathOn(shown, order) : [next];
      if (path.length > 0) await this.#follow(path);
      else if (openPanel() !== '') await this.leave(openPanel());
      else order += 1;
    }
  }

  /** Closes all panels, then presses the controls with these names, values or table keys in order. */
  async go(...names: readonly string[]): Promise<void> {
    await this.leave();
    for (const name of names) {
      const isNamed = (control: Control): boolean => [control.name, control.value, tableKeyOf(control)].includes(name);
      const control = await this.#waitFor((shown) => [...shown.values()].find(isNamed));
      if (control === undefined)
        throw new Error(`there is no ${name} among ${[...this.#readControls().keys()].join(', ')}`);
      await this.#press(control);
    }
  }

  /** Leaves this page of a panel, or closes all panels. */
  async leave(page?: string): Promise<void> {
    const isOpen = (panel: string): boolean => panel !== '' && (page === undefined || panel === page);
    for (let panel = openPanel(); isOpen(panel); panel = openPanel()) {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      );
      if (!(await until(() => openPanel() !== panel))) throw new Error(`Escape does not leave ${panel}`);
      this.#judge(`Escape in ${panel}`);
    }
  }

  /** Changes a field. */
  write(selector: string, value: string): void {
    const field = document.querySelector<HTMLElement>(selector);
    if (field !== null) write(field, value);
  }

  #readControls(): ReadonlyMap<string, ShownControl> {
    const shown = shownControls();
    for (const [id, control] of shown) {
      if (!this.#seen.has(id)) this.#seen.set(id, { control, opener: this.#last, tries: 0 });
      const chosen = control.isChosen ? this.#chosen.get(tableKeyOf(control)) : undefined;
      if (chosen === undefined) continue;
      this.#chosen.delete(tableKeyOf(control));
      if (chosen !== control.value) this.faults.push(`${id} is chosen after a press on ${chosen}`);
    }
    return shown;
  }

  async #waitFor(
    find: (shown: ReadonlyMap<string, ShownControl>) => ShownControl | undefined,
    deadlineMs = DEADLINE_MS,
  ): Promise<ShownControl | undefined> {
    let found: ShownControl | undefined;
    await until(() => (found = find(this.#readControls())) !== undefined, deadlineMs);
    return found;
  }

  #next(shown: ReadonlyMap<string, ShownControl>, order: number): Control | undefined {
    const controls = [...shown.values()];
    // Controls of a playing video move, and playing costs more.
    const pause = controls.find((control) => effectOf(control)?.pauses === true);
    if (pause !== undefined && document.querySelector('#player[data-state="playing"]') !== null) return pause;
    // The chosen radio of a group changes nothing before another radio has been pressed.
    return controls.find((control) => !control.isChosen && this.#isLeft(control, order));
  }

  /** Presses that lead from the shown controls to a control that is not yet pressed; empty without a path. */
  #pathOn(shown: ReadonlyMap<string, ShownControl>, order: number): readonly Control[] {
    for (const [id, seen] of this.#seen) {
      if (shown.has(id) || seen.tries >= TRIES_MAX || !this.#isLeft(seen.control, order)) continue;
      const path: Control[] = [];
      for (let step = seen.opener; step !== null && path.length < PATH_MAX;) {
        path.unshift(step);
        if (shown.has(idOf(step))) {
          seen.tries += 1;
          return path;
        }
        step = this.#seen.get(idOf(step))?.opener ?? null;
      }
    }
    return [];
  }

  #isLeft(control: Control, order: number): boolean {
    if (this.#places?.includes(control.place) === false) return false;
    return !this.#done.has(idOf(control)) && (effectOf(control)?.order ?? 0) <= order;
  }

  async #follow(path: readonly Control[]): Promise<void> {
    for (const step of path) {
      const control = await this.#waitFor((shown) => shown.get(idOf(step)), STEP_DEADLINE_MS);
      if (control === undefined) return;
      await this.#press(control);
    }
  }

  async #press(shown: ShownControl): Promise<void> {
    const { element, ...control } = shown;
    const id = idOf(control);
    const effect = effectOf(control);
    this.#done.add(id);
    if (effect === undefined) {
      this.faults.push(`${id}: no effect is named in controls.ts`);
      return;
    }
    this.notes.forget();
    this.#last = control;
    this.#element = element;
    this.presses.push({ id, atMs: Date.now() });
    const before = await effect.probe();
    if (effect.needsGesture === true) await window.allowGestures();
    // React may have replaced the element during the probe or the gesture.
    const present = this.#readControls().get(id) ?? shown;
    this.#element = present.element;
    if (element.getAttribute('role') === 'radio') this.#chosen.set(tableKeyOf(control), control.value);
    if (effect.forgets === true) this.#chosen.clear();
    await use(present, effect);
    const isDone = async () => effect.isDone({ before, now: await effect.probe(), control });
    await until(async () => this.#failures().length > 0 || (await isDone()));
    if (!(await isDone())) {
      const seen = JSON.stringify({ before, now: await effect.probe(), said: this.notes.said });
      this.faults.push(`${id} does not do what it says: ${seen}`);
    }
    this.#judge(id);
  }

  #failures(): readonly string[] {
    return this.notes.said.filter((text) => FAILURES.test(text));
  }

  #judge(cause: string): void {
    this.faults.push(...this.#failures().map((text) => `${cause} says ${text}`));
  }
}

const effectOf = ({ place, name }: Pick<Control, 'place' | 'name'>): Effect | undefined => CONTROLS[place]?.[name];

/** Dispatches the events of a press. Real input is lost while a window opens or closes. */
async function use({ element, ...control }: ShownControl, { key, text }: Effect): Promise<void> {
  if (element instanceof HTMLVideoElement) {
    const at = { clientX: 160, clientY: 100 };
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
    return;
  }
  if (element instanceof HTMLAnchorElement) {
    // A new tab would show nothing of the player.
    const status = await window.statusOf(element.href);
    if (status !== 200) throw new Error(`${idOf(control)} leads to ${element.href}, which is ${status}`);
    return;
  }
  // A click by script gives fields no focus.
  if (key !== undefined || !(element instanceof HTMLButtonElement)) element.focus();
  if (key !== undefined) {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    element.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true, cancelable: true }));
  } else if (text !== undefined) write(element, text);
  else if (element instanceof HTMLSelectElement) write(element, otherOption(element));
  else if (element instanceof HTMLInputElement && element.type === 'range') write(element, otherStep(element));
  else element.click();
}

/** Changes a field as a viewer does. Uses the setter of the class, because React replaces the setter of the element. */
function write(element: HTMLElement, value: string): void {
  Reflect.set(Object.getPrototypeOf(element) as object, 'value', value, element);
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
}

const otherOption = ({ selectedIndex, options }: HTMLSelectElement): string =>
  options[selectedIndex < options.length - 1 ? selectedIndex + 1 : selectedIndex - 1]?.value ?? '';

/** One step up, or down at the maximum. */
function otherStep({ valueAsNumber, max, step }: HTMLInputElement): string {
  const distance = Number(step) || (Number(max) - valueAsNumber) / 10;
  return String(valueAsNumber + (valueAsNumber < Number(max) ? distance : -distance));
}

/** Polls; returns whether the condition became true before the deadline. */
async function until(isDone: () => boolean | Promise<boolean>, deadlineMs = DEADLINE_MS): Promise<boolean> {
  const endMs = performance.now() + deadlineMs;
  while (!(await isDone())) {
    if (performance.now() > endMs) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}
