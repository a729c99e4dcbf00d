import { refuse, type Accepted } from '../refusal.ts';
import { INPUT_BOUNDS } from './input-bounds.ts';

const { characters, values } = INPUT_BOUNDS.form;

/** Parses a form. Its fields are counted in the text: `URLSearchParams` takes seconds for a million of them. */
export function parseForm(text: string): Accepted<URLSearchParams> {
  if (text.length > characters)
    return refuse(413, `The form is longer than ${characters} characters.`, 'unpacked_body_size');
  if (hasMoreThan(values - 1, /&/g, text))
    return refuse(413, `The form has more than ${values} fields.`, 'body_values');
  return { ok: true, value: new URLSearchParams(text) };
}

/** Whether a text has more than `maximum` of these characters. Stops counting there. */
export function hasMoreThan(maximum: number, characters: RegExp, text: string): boolean {
  let count = 0;
  for (const _ of text.matchAll(characters)) if (++count > maximum) return true;
  return false;
}
