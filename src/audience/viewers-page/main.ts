import { counted } from '../../../protocol/runtime/counted.ts';
import { formatNumber } from './format.ts';
import * as z from 'zod/mini';
import { ListedVideos, ViewersReport } from '../../../protocol/provider/viewers-report.ts';
import { pageElement } from '../../provider/operator-page-parts/page-element.ts';
import { createAddresses } from './addresses.ts';
import { operatorCall } from '../../provider/operator-page-parts/operator-call.ts';
import { element, labelledSection } from '../plots/elements.ts';
import { latestSessions } from './latest-sessions.ts';
import { ReportView } from './report-view.ts';
import { readSession } from './session-view.ts';
import { queryOfPage, queryOfReport, readSelection, type ReportSelection } from './report-selection.ts';
import { SelectionForm } from './selection-form.ts';

// Composition root of the viewers page.
z.config({ jitless: true });

const addresses = createAddresses(location.pathname);
const report = pageElement('report', HTMLElement);
const session = pageElement('session', HTMLElement);
const problem = pageElement('problem', HTMLElement);
const status = pageElement('status', HTMLElement);
let view: ReportView | null = null;
/** Number of the last request; responses of earlier requests are ignored. */
let reading = 0;

function complain(message: string): void {
  problem.textContent = message;
  problem.hidden = message === '';
  status.textContent = '';
}

async function showReport(selection: ReportSelection): Promise<void> {
  const turn = (reading += 1);
  const asked = queryOfReport(selection, Date.now());
  if (!asked.ok) return complain(asked.message);
  status.textContent = 'Reading…';
  const found = await operatorCall(addresses.report(asked.query), ViewersReport);
  if (turn !== reading) return;
  if (!found.ok) return complain(found.message);
  complain('');
  view?.destroy();
  view = new ReportView(found.value, { addresses, asked: asked.query, page: queryOfPage(selection) });
  report.replaceChildren(view.element);
  report.hidden = false;
  view.fit();
  status.textContent = counted(found.value.period.totals.views, 'view', formatNumber);
  const sessions = await latestSessions(addresses, selection.video);
  if (turn !== reading || sessions === null) return;
  const heading = element('h3', { id: 'sessions-heading' }, 'Latest sessions');
  const note = 'Each with its timeline, for as long as its events are kept.';
  view.element.append(labelledSection(heading, note, sessions));
}

async function showSession(id: string): Promise<void> {
  status.textContent = 'Reading…';
  const found = await readSession(addresses, id);
  if (!found.ok) return complain(found.message);
  complain('');
  session.replaceChildren(found.value);
  session.hidden = false;
}

const first = readSelection(location.search);
const form = new SelectionForm(first, () => {
  const read = form.read();
  if (!read.ok) return complain(read.message);
  session.hidden = true;
  history.replaceState(null, '', addresses.page(queryOfPage(read.selection)));
  void showReport(read.selection);
});
new ResizeObserver(() => view?.fit()).observe(report);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => view?.repaint());
void operatorCall(addresses.videos, ListedVideos).then((found) => {
  if (found.ok) form.offer(found.value);
});
void (first.session === '' ? showReport(first) : showSession(first.session));
