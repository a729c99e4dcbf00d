import { make } from '../make.ts';
import type { OfferedVideo } from '../catalog.ts';
import type { EmbedChoices } from './embed-snippets.ts';
import { embedOptions, type EmbedOption } from './embed-options.ts';

/** Fills a form with every option of the player. Calls back with the choices at once and whenever they change. */
export function showOptions(
  form: HTMLFormElement,
  videos: readonly OfferedVideo[],
  onChange: (choices: EmbedChoices) => void,
): void {
  form.replaceChildren(
    ...embedOptions(videos).map(({ title, options }) =>
      make('fieldset', {}, make('legend', {}, title), ...options.map(optionField)),
    ),
  );
  const report = (): void => onChange(readChoices(form));
  form.addEventListener('input', report);
  form.addEventListener('submit', (event) => event.preventDefault());
  report();
}

function optionField(option: EmbedOption): HTMLElement {
  const { name, label } = option;
  if (option.kind === 'switch') {
    const box = make('input', { type: 'checkbox', name, checked: option.isOnByDefault });
    return make('label', { className: 'switch' }, box, label);
  }
  const field =
    option.kind === 'choice'
      ? make('select', { name }, ...option.choices.map(([value, text]) => make('option', { value }, text)))
      : make('input', { type: option.kind, name, placeholder: option.hint, autocomplete: 'off', min: '0' });
  return make('label', { className: 'field' }, make('span', {}, label), field);
}

function readChoices(form: HTMLFormElement): EmbedChoices {
  const choices: Record<string, string | boolean> = {};
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') choices[field.name] = field.checked;
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      choices[field.name] = field.value.trim();
  }
  return choices;
}
