import type { PrivacyReport, PrivacyRequest } from '../../../../protocol/privacy/privacy-report.ts';
import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import type { PageTools } from '../../../../src/page/interface/tools.ts';
import { PageSpans } from '../../../../src/page/profiling/page-spans.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { drawn, find } from './elements.ts';
import { enterRow, inPanel, openByKey } from './panel-parts.ts';
import { showPlayer, type ShownPlayer } from './show-player.ts';
import { until } from './until.ts';

interface PrivacyService {
  /** The report that the next look finds. */
  report: PrivacyReport;
  /** `false` while the service does not respond. */
  isRunning: boolean;
  readonly requests: PrivacyRequest[];
  readonly written: unknown[];
}

const REPORT: PrivacyReport = {
  ...{ level: 'strict', ceiling: 'measured', objects: false, choice: null, isStated: false },
  ...{ databases: [], cookies: [], contacts: [] },
};

/** The panel over a service that reports what a test says; what it is asked to erase is gone. */
export async function openPrivacy(
  patch: Partial<PrivacyReport> = {},
  { hl = 'en', title = 'Privacy', isRunning = true } = {},
): Promise<ShownPlayer & { readonly service: PrivacyService }> {
  const service: PrivacyService = { report: { ...REPORT, ...patch }, isRunning, requests: [], written: [] };
  const shown = await showPlayer({}, { size: [800, 600], query: `hl=${hl}`, page: { profiled: profiledBy(service) } });
  await until(() => drawn('.settings-button').length).toBe(1);
  await openByKey('settings');
  await enterRow('privacy', title);
  if (isRunning) await until(() => inPanel('h3').length).toBeGreaterThan(0);
  return { ...shown, service };
}

function profiledBy(service: PrivacyService): PageTools['profiled'] {
  return {
    boot: { policy: { createScriptURL: (address) => address }, startedAtMs: 0, firstFrameAtMs: null },
    infrastructure: {
      ready: Promise.resolve({ mode: 'worker', reason: '', storage: 'memory', config: {} }),
      sessionId: 'session',
      unacknowledged: () => [],
      loadPageConfig: async () => fail('request.rejected', 'There is no provider here'),
      writePreference: async (...written) => {
        service.written.push(written);
        return succeed(undefined);
      },
      privacy: async (request) => {
        service.requests.push(request);
        if (!service.isRunning) return fail('worker.unavailable', 'It does not respond');
        const isLeft = ({ name }: { name: string }): boolean => request.erase?.includes(name) !== true;
        service.report = { ...service.report, databases: service.report.databases.filter(isLeft) };
        return succeed(service.report);
      },
    },
    spans: new PageSpans(createFakeClock()),
  };
}

/** Title, lifetime and name of each stored item. The runner of the tests stores something, too. */
export function storedItems(): readonly (readonly string[])[] {
  const parts = inPanel('li:has(.privacy-name) > div').map((item) =>
    [...item.children].map(({ textContent }) => textContent),
  );
  return parts.filter(([, , name = '']) => name.includes('oriel'));
}

/** Origins and what they were contacted for. */
export const contacts = (): readonly (readonly string[])[] =>
  inPanel('li:has(.privacy-origin) > div').map((item) => [...item.children].map(({ textContent }) => textContent));

export const headings = (): string[] => inPanel('h3').map(({ textContent }) => textContent);

export const paragraphs = (): string[] => inPanel('p:not(.privacy-end)').map(({ textContent }) => textContent);

/** Status message about the last deletion. */
export const outcomeText = (): string => find('.privacy-end [role="status"]').textContent;

export function eraseButton(name: string): HTMLElement {
  const item = inPanel('li').find((one) => one.querySelector('.privacy-name')?.textContent === name);
  const button = item?.querySelector('button');
  if (button === null || button === undefined) throw new Error(`nothing is stored as ${name}`);
  return button;
}
