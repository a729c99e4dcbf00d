import { CONTROL_SELECTOR } from '../../../../../src/page/interface/shared/control-selector.ts';
import { NAMED_CONTROLS, NAMED_PLACES } from '../../names.ts';

/** A control as a viewer finds it. */
export interface Control {
  /** Label of the group, panel or page of a panel that contains it. */
  readonly place: string;
  /** Its label, with `#` for numbers; of a radio, the label of its group. */
  readonly name: string;
  /** Label of a radio, or the state of a switch: each value is pressed separately. */
  readonly value: string;
  readonly isChosen: boolean;
}

/** A control that is on the screen. */
export interface ShownControl extends Control {
  readonly element: HTMLElement;
}

/** Times and counts in labels vary; `#` replaces them, so that a label matches its row in controls.ts. */
const NUMBERS = /\d+(?:[:.]\d+)*/g;

export const tableKeyOf = ({ place, name }: Pick<Control, 'place' | 'name'>): string => `${place} | ${name}`;
export const idOf = (control: Control): string =>
  `${tableKeyOf(control)}${control.value === '' ? '' : ` | ${control.value}`}`;

/** Controls that can be used now: those of the modal panel, if a panel is open. Of several controls with one id, the last is used. */
export function shownControls(): ReadonlyMap<string, ShownControl> {
  const controls = shownElements().map(describe);
  const video = document.querySelector('video');
  // A right click on the picture counts as a control.
  const picture = { place: 'Picture', name: 'Right click', value: '', isChosen: false };
  if (shownPanel() === undefined && video !== null) controls.push({ ...picture, element: video });
  return new Map(controls.map((control) => [idOf(control), control]));
}

/** Label of the open panel and its page; empty if no panel is open. */
export function openPanel(): string {
  const panel = shownPanel();
  return panel === undefined ? '' : placeOf(panel);
}

export function textOf(node: Node | null | undefined): string {
  return (node?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

const shownPanel = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('dialog[data-panel][open]')].at(-1);

function shownElements(): readonly HTMLElement[] {
  const elements = (shownPanel() ?? document).querySelectorAll<HTMLElement>(`${CONTROL_SELECTOR}, [tabindex="0"]`);
  return [...elements].filter(
    (element) =>
      !element.matches(':disabled, [aria-disabled="true"], .visually-hidden *') &&
      element.getClientRects().length > 0 &&
      element.checkVisibility({ visibilityProperty: true }),
  );
}

function describe(element: HTMLElement): ShownControl {
  const isRadio = element.getAttribute('role') === 'radio';
  const label = labelOf(element).replace(/^Copied: /, 'Copy: ');
  const alias = NAMED_CONTROLS.find(([selector]) => element.matches(selector))?.[1];
  const group = isRadio ? element.closest('[role="radiogroup"]')?.getAttribute('aria-label') : undefined;
  const state = element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed') ?? '';
  return {
    place: placeOf(element),
    name: alias ?? group ?? label.replaceAll(NUMBERS, '#'),
    // The label of the automatic quality ends with the present quality in brackets.
    value: isRadio ? label.replace(/ \(.*\)$/, '') : state,
    isChosen: isRadio && state === 'true',
    element,
  };
}

function labelOf(element: HTMLElement): string {
  const isField = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((type) => element instanceof type);
  const label = isField ? (element as HTMLInputElement).labels?.[0] : null;
  const text = label?.querySelector('span') ?? label?.firstChild ?? element.querySelector('.menu-label') ?? element;
  return element.getAttribute('aria-label') ?? textOf(text);
}

function placeOf(element: Element): string {
  const part = NAMED_PLACES.find(([selector]) => element.closest(selector) !== null)?.[1];
  const dialog = element.closest('dialog');
  if (part !== undefined) return part;
  if (dialog === null)
    return element.closest('[role="group"][aria-label]')?.getAttribute('aria-label') ?? 'without a name';
  const page = textOf(dialog.querySelector('.menu-back'));
  return `${dialog.getAttribute('aria-label')}${page === '' ? '' : ` › ${page}`}`;
}
