import * as z from 'zod/mini';
import { ViewerReports } from '../../../protocol/provider/viewer-reports.ts';
import { operatorCall, providerAddress } from '../../provider/operator-page-parts/operator-call.ts';
import { pageElement } from '../../provider/operator-page-parts/page-element.ts';
import { isOpen, reportCard, type ReportActions } from './report-card.ts';

// Composition root of the page with viewers' reports.
z.config({ jitless: true });

const problem = pageElement('problem', HTMLElement);
const status = pageElement('status', HTMLElement);
const open = pageElement('open', HTMLElement);
const aside = pageElement('aside', HTMLElement);
const asideSection = pageElement('aside-section', HTMLElement);
const heading = pageElement('open-heading', HTMLElement);
const address = (path: string): string => providerAddress(location.pathname, `api/reports${path}`);

const actions: ReportActions = {
  setAside: ({ videoId, reason }, isSetAside) =>
    void change('/aside', { videoId, reason, isSetAside }, isSetAside ? 'Set aside.' : 'Taken back.'),
  setListed: ({ videoId }, isListed) =>
    void change('/listed', { videoId, isListed }, isListed ? 'Listed again.' : 'Unlisted.'),
};

function show({ reports, more, canUnlist }: ViewerReports): void {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const key = focused?.dataset['key'];
  const cards = (isShown: typeof isOpen) =>
    reports.filter(isShown).map((report) => reportCard(report, canUnlist, actions));
  open.replaceChildren(...cards(isOpen));
  aside.replaceChildren(...cards((report) => !isOpen(report)));
  pageElement('no-open', HTMLElement).hidden = open.childElementCount > 0;
  asideSection.hidden = aside.childElementCount === 0;
  pageElement('listing', HTMLElement).hidden = !canUnlist || reports.length === 0;
  const rest = pageElement('more', HTMLElement);
  rest.hidden = more === 0;
  rest.textContent = `${more} more are not shown: set some aside, or unlist and remove videos.`;
  // Restores the focus: the pressed button was replaced, because its card has moved or its text has changed.
  if (key !== undefined) (buttonWith(key) ?? heading).focus();
}

function buttonWith(key: string): HTMLElement | undefined {
  return [...document.querySelectorAll('button')].find((button) => button.dataset['key'] === key);
}

async function change(path: string, body: Readonly<Record<string, unknown>>, done: string): Promise<void> {
  await settle(operatorCall(address(path), ViewerReports, body), done);
}

async function settle(call: ReturnType<typeof operatorCall<ViewerReports>>, done: string): Promise<void> {
  const found = await call;
  problem.hidden = found.ok;
  problem.textContent = found.ok ? '' : found.message;
  status.textContent = found.ok ? done : '';
  if (found.ok) show(found.value);
}

const read = (): Promise<void> => settle(operatorCall(address(''), ViewerReports), '');
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void read();
});
void read();
