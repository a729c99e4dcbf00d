import * as z from 'zod/mini';
import {
  describeRows,
  FoundPerson,
  PERSON_KINDS,
  type Person,
  type PersonRows,
} from '../../../protocol/provider/person.ts';
import { grouped } from '../../../protocol/runtime/counted.ts';
import { operatorCall, providerAddress } from '../../provider/operator-page-parts/operator-call.ts';
import { pageElement } from '../../provider/operator-page-parts/page-element.ts';
import { element } from '../plots/elements.ts';

// Composition root of the page about one person.
z.config({ jitless: true });

type Kind = Person['kind'];
type Asked = { readonly kind: Kind; readonly id: string };

const HINTS: Readonly<Record<Kind, string>> = {
  session: "Events of one page: 32 characters of 0-9 a-f. Its timeline in 'What viewers saw' leads here.",
  visitor: 'Likes, reports, lists and subscriptions of a viewer without an account: 16 characters.',
  account: 'The same of a signed-in user, by the data-sync id that your sign-in gives.',
};
const NAMES: Readonly<Record<Kind, string>> = { session: 'Session', visitor: 'Visitor', account: 'Account' };

const kind = pageElement('kind', HTMLSelectElement);
const id = pageElement('id', HTMLInputElement);
const problem = pageElement('problem', HTMLElement);
const status = pageElement('status', HTMLElement);
const found = pageElement('found', HTMLElement);
const heading = pageElement('found-heading', HTMLElement);
const confirmation = pageElement('confirm', HTMLDialogElement);
/** The shown person and data, on which the buttons act. */
let shown: { readonly person: Asked; readonly rows: PersonRows } | null = null;

const address = (path: string): string => providerAddress(location.pathname, `api/people${path}`);
const queryOf = (person: Asked): string => `?${new URLSearchParams(person).toString()}`;

function readForm(): Asked {
  return { kind: PERSON_KINDS.find((known) => known === kind.value) ?? 'session', id: id.value.trim() };
}

function complain(message: string): void {
  problem.textContent = message;
  problem.hidden = message === '';
}

function show(person: Asked, rows: PersonRows): void {
  const isThere = Object.values(rows).some((count) => count > 0);
  found.hidden = !isThere;
  shown = isThere ? { person, rows } : null;
  if (!isThere) return;
  heading.textContent = `${NAMES[person.kind]} ${person.id}`;
  pageElement('export', HTMLAnchorElement).href = address(`/export${queryOf(person)}`);
  pageElement('rows', HTMLElement).replaceChildren(
    ...Object.entries(rows)
      .filter(([, count]) => count > 0)
      .map(([table, count]) => {
        const name = describeRows({ [table]: count }, () => '').trim();
        return element('tr', {}, element('td', {}, grouped(count)), element('th', { scope: 'row' }, name));
      }),
  );
}

async function find(): Promise<void> {
  const person = readForm();
  status.textContent = '';
  const response = await operatorCall(address(queryOf(person)), FoundPerson);
  complain(response.ok ? '' : response.message);
  show(person, response.ok ? response.value.rows : {});
  if (!response.ok) return;
  if (shown === null) status.textContent = 'There is nothing of this one. See whether the ID is whole.';
  else heading.focus();
}

function confirm(): void {
  if (shown === null) return;
  const { person, rows } = shown;
  pageElement('confirm-text', HTMLElement).textContent =
    `${describeRows(rows, grouped)} of ${person.kind} ${person.id}. This cannot be undone.`;
  confirmation.returnValue = '';
  confirmation.showModal();
}

async function forget(): Promise<void> {
  if (confirmation.returnValue !== 'delete' || shown === null) return;
  const { person } = shown;
  status.textContent = 'Deleting…';
  const response = await operatorCall(address('/forget'), FoundPerson, person);
  complain(response.ok ? '' : response.message);
  status.textContent = response.ok ? `Deleted: ${describeRows(response.value.rows, grouped) || 'nothing'}.` : '';
  if (!response.ok) return;
  show(person, {});
  id.focus();
}

function showHint(): void {
  pageElement('kind-hint', HTMLElement).textContent = HINTS[readForm().kind];
}

kind.addEventListener('change', showHint);
pageElement('person', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void find();
});
pageElement('forget', HTMLButtonElement).addEventListener('click', confirm);
confirmation.addEventListener('close', () => void forget());
const linked = new URLSearchParams(location.search);
kind.value = PERSON_KINDS.find((known) => known === linked.get('kind')) ?? kind.value;
id.value = linked.get('id') ?? '';
showHint();
if (id.value !== '') void find();
