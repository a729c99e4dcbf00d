import { CONTROLS, LAST_ORDER, type Effect } from '../../controls.ts';
import { idOf, nameOf, openPanel, shownControls, type Control, type ShownControl } from './control.ts';
import { Notes } from './notes.ts';

declare global {
  interface Window {
    readonly walker: Walker;
    /** Bindings of the test: what is outside of the page. */
    allowGestures(): Promise<void>;
    statusOf(address: string): Promise<number>;
    countDownloads(): Promise<number>;
    countClosedWindows(): Promise<number>;
    readDirection(): Promise<string>;
  }
}

/** Words of the interface that say that something did not work. */
const FAILURES = /didn’t|[Cc]ouldn’t|can’t|aren’t available/;
/** Another state follows by itself. */
const PASSING = '#player:is([data-state="unstarted"], [data-state="buffering"]):not(:has(.error-card))';
const DEADLINE_MS = 60_000;
/** A way that led somewhere in another state of the player is tried again in that one. */
const STEP_DEADLINE_MS = 2_000;
const POLL_MS = 5;
/** From the bar into a page of a page of a panel. */
const WAY_MAX = 5;
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
  /** The radio of a group that was pressed last. */
  readonly #chosen = new Map<string, string>();
  #places: readonly string[] | null = null;
  #last: Control | null = null;
  #element: HTMLElement | null = null;

  /** Controls of the table that were not there. */
  lacking(): readonly string[] {
    const found = new Set([...this.#seen.values()].map(({ control }) => nameOf(control)));
    return Object.entries(CONTROLS)
      .flatMap(([place, effects]) => Object.entries(effects).map(([name, effect]) => ({ place, name, effect })))
      .filter(({ effect, ...control }) => effect.isFleeting !== true && !found.has(nameOf(control)))
      .map(nameOf);
  }

  /** Controls that were there, and could not be pressed any more. */
  missed(): readonly string[] {
    return [...this.#seen]
      .filter(([, { control }]) => effectOf(control)?.isFleeting !== true && this.#isLeft(control, LAST_ORDER))
      .map(([id]) => id);
  }

  /** The element of the press that is under way. */
  get element(): HTMLElement | null {
    return this.#element;
  }

  /** Presses what is in these places, or everything. */
  async crawl(places: readonly string[] | null = null): Promise<void> {
    this.#places = places;
    for (let order = 0; order <= LAST_ORDER;) {
      await until(() => document.querySelector(PASSING) === null);
      const shown = this.#look();
      const next = this.#next(shown, order);
      const way = next === undefined ? this.#wayOn(shown, order) : [next];
      if (way.length > 0) await this.#take(way);
      else if (openPanel() !== '') await this.leave(openPanel());
      else order += 1;
    }
  }

  /** Presses a control after the other from where no panel is open, each by its name or its value. */
  async go(...names: readonly string[]): Promise<void> {
    await this.leave();
    for (const name of names) {
      const isNamed = (control: Control): boolean => control.name === name || control.value === name;
      const control = await this.#waitFor((shown) => [...shown.values()].find(isNamed));
      if (control === undefined) throw new Error(`there is no ${name} among ${[...this.#look().keys()].join(', ')}`);
      await this.#press(control);
    }
  }

  /** Out of this page of a panel, or of all panels. */
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

  #look(): ReadonlyMap<string, ShownControl> {
    const shown = shownControls();
    for (const [id, control] of shown) {
      if (!this.#seen.has(id)) this.#seen.set(id, { control, opener: this.#last, tries: 0 });
      const chosen = control.isChosen ? this.#chosen.get(nameOf(control)) : undefined;
      if (chosen === undefined) continue;
      this.#chosen.delete(nameOf(control));
      if (chosen !== control.value) this.faults.push(`${id} is chosen after a press on ${chosen}`);
    }
    return shown;
  }

  async #waitFor(
    find: (shown: ReadonlyMap<string, ShownControl>) => ShownControl | undefined,
    deadlineMs = DEADLINE_MS,
  ): Promise<ShownControl | undefined> {
    let found: ShownControl | undefined;
    await until(() => (found = find(this.#look())) !== undefined, deadlineMs);
    return found;
  }

  #next(shown: ReadonlyMap<string, ShownControl>, order: number): Control | undefined {
    const controls = [...shown.values()];
    // A video that plays moves, and costs more.
    const pause = controls.find((control) => effectOf(control)?.pauses === true);
    if (pause !== undefined && document.querySelector('#player[data-state="playing"]') !== null) return pause;
    // The chosen one of a group changes nothing before another one has been pressed.
    return controls.find((control) => !control.isChosen && this.#isLeft(control, order));
  }

  /** Controls that lead from what is there to one that is left. */
  #wayOn(shown: ReadonlyMap<string, ShownControl>, order: number): readonly Control[] {
    for (const [id, seen] of this.#seen) {
      if (shown.has(id) || seen.tries >= TRIES_MAX || !this.#isLeft(seen.control, order)) continue;
      const way: Control[] = [];
      for (let step = seen.opener; step !== null && way.length < WAY_MAX;) {
        way.unshift(step);
        if (shown.has(idOf(step))) {
          seen.tries += 1;
          return way;
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

  async #take(way: readonly Control[]): Promise<void> {
    for (const step of way) {
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
    if (effect === undefined) return void this.faults.push(`${id}: no effect is named in controls.ts`);
    this.notes.forget();
    this.#last = control;
    this.#element = element;
    this.presses.push({ id, atMs: Date.now() });
    const before = await effect.probe();
    if (effect.needsGesture === true) await window.allowGestures();
    // What was asked took time, in which another element may have taken its place.
    const present = this.#look().get(id) ?? shown;
    this.#element = present.element;
    if (element.getAttribute('role') === 'radio') this.#chosen.set(nameOf(control), control.value);
    if (effect.forgets === true) this.#chosen.clear();
    await use(present, effect);
    const isDone = async () => effect.isDone({ before, now: await effect.probe(), control });
    await until(async () => this.#failures().length > 0 || (await isDone()));
    if (!(await isDone())) {
      const seen = JSON.stringify({ before, now: await effect.probe(), said: this.notes.said });
      this.faults.push(`${id} does not do what it says: ${seen}`);
    }
    return this.#judge(id);
  }

  #failures(): readonly string[] {
    return this.notes.said.filter((text) => FAILURES.test(text));
  }

  #judge(cause: string): void {
    this.faults.push(...this.#failures().map((text) => `${cause} says ${text}`));
  }
}

const effectOf = ({ place, name }: Pick<Control, 'place' | 'name'>): Effect | undefined => CONTROLS[place]?.[name];

/** Events of a press, as the browser would send them: real input is lost while a window opens or closes. */
async function use({ element, ...control }: ShownControl, { key, text }: Effect): Promise<void> {
  if (element instanceof HTMLVideoElement)
    return void element.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 160, clientY: 100 }),
    );
  if (element instanceof HTMLAnchorElement) {
    // A new tab would show nothing of the player.
    const status = await window.statusOf(element.href);
    if (status !== 200) throw new Error(`${idOf(control)} leads to ${element.href}, which is ${status}`);
    return undefined;
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
  return undefined;
}

/** As a viewer changes a field; by the setter of the class, because React watches that of the element. */
function write(element: HTMLElement, value: string): void {
  Reflect.set(Object.getPrototypeOf(element) as object, 'value', value, element);
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
}

const otherOption = ({ selectedIndex, options }: HTMLSelectElement): string =>
  options[selectedIndex < options.length - 1 ? selectedIndex + 1 : selectedIndex - 1]?.value ?? '';

/** Sliders have ends. */
function otherStep({ valueAsNumber, max, step }: HTMLInputElement): string {
  const distance = Number(step) || (Number(max) - valueAsNumber) / 10;
  return String(valueAsNumber + (valueAsNumber < Number(max) ? distance : -distance));
}

/** Says whether it holds in time. */
async function until(isDone: () => boolean | Promise<boolean>, deadlineMs = DEADLINE_MS): Promise<boolean> {
  const endMs = performance.now() + deadlineMs;
  while (!(await isDone())) {
    if (performance.now() > endMs) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}
