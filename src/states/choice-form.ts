import { OPTIONS, readChoice, type Choice, type OptionName } from './choice.ts';
import { make } from '../demo/make.ts';
import type { Screen } from './screens.ts';

/** Fills the form with the fields of a choice, and calls back on each change. */
export function showChoiceForm(
  form: HTMLFormElement,
  screens: readonly Screen[],
  choice: Choice,
  onChange: (choice: Choice) => void,
): void {
  const names = Object.keys(OPTIONS) as OptionName[];
  form.replaceChildren(...names.map((name) => radioGroup(name, choice[name])), screenField(screens, choice.screen));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', () => {
    const fields = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
    onChange(readChoice(new URLSearchParams(fields), screens));
  });
}

function radioGroup(name: OptionName, chosen: string): HTMLFieldSetElement {
  const { legend, values } = OPTIONS[name];
  const entries = [...Object.entries(values), ['all', 'all'] as const];
  return make(
    'fieldset',
    {},
    make('legend', {}, legend),
    ...entries.map(([value, words]) =>
      make('label', {}, make('input', { type: 'radio', name, value, checked: value === chosen }), words),
    ),
  );
}

function screenField(screens: readonly Screen[], chosen: string): HTMLElement {
  const options = ['all', ...screens.map(({ name }) => name)];
  const select = make(
    'select',
    { id: 'screen', name: 'screen' },
    ...options.map((value) => make('option', { value, selected: value === chosen }, value)),
  );
  return make('div', { className: 'screen-field' }, make('label', { htmlFor: select.id }, 'Screen'), select);
}
