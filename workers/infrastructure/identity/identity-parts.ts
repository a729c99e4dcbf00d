import type { InfrastructureSettings, PageHooks } from '../../../protocol/infrastructure/rpc.ts';
import { CONSENT_PARAMETER, type ConsentLevel } from '../../../protocol/privacy/consent.ts';
import type { JobScheduler } from '../../../protocol/runtime/job-scheduler.ts';
import type { Session } from '../context/session.ts';
import type { Environment } from '../environment.ts';
import type { ProblemReporter } from '../problem-reporter.ts';
import type { Send } from '../transport/transport.ts';
import { BotDetection } from './bot-detection.ts';
import { isEducationEmbed } from './embed-privacy.ts';
import { createBotDetectionLoader } from './load-bot-detection.ts';
import { ViewerCallRules } from './viewer-call-rules.ts';
import { isMobileBrowser, ViewerLocation } from './viewer-location.ts';
import { VisitorIdRefresh } from './visitor-id.ts';

export interface IdentityPartsOptions {
  readonly settings: InfrastructureSettings;
  readonly hooks: PageHooks | undefined;
  readonly environment: Environment;
  readonly session: Session;
  readonly send: Send;
  readonly problems: ProblemReporter;
  readonly jobs: JobScheduler;
}

export interface IdentityParts {
  readonly rules: ViewerCallRules;
  readonly botDetection: BotDetection;
  readonly visitorId: VisitorIdRefresh;
}

/** Adds the consent level to the address: without it the provider returns no id. */
function withConsent(address: string, level: ConsentLevel): string {
  const url = new URL(address);
  url.searchParams.set(CONSENT_PARAMETER, level);
  return url.href;
}

/** Composes everything that identifies the viewer. */
export function createIdentityParts(options: IdentityPartsOptions): IdentityParts {
  const { settings, hooks, environment, session, send, problems, jobs } = options;
  const { clock, importModule } = environment;
  const resolve = (address: string): string => session.resolve(address);
  const onProblem = (message: string): void => problems.warn(message);
  const botDetection = new BotDetection({
    clock,
    load: createBotDetectionLoader(send, importModule, resolve),
    onProblem: (message, stateNumber) => problems.warn(message, { state: String(stateNumber) }),
  });
  const location = new ViewerLocation({
    clock,
    ask: hooks?.askLocation === undefined ? undefined : (...parameters) => hooks.askLocation(...parameters),
    isMobile: isMobileBrowser(settings.userAgent),
  });
  const visitorId = new VisitorIdRefresh({
    later(delayMs, work) {
      const job = jobs.schedule('visitor id', work, { priority: 'background', delayMs });
      return () => job.cancel();
    },
    send,
    address: () => withConsent(resolve(session.page.addresses.visitorId), session.consent.level),
    permission: () => {
      const {
        page,
        consent,
        settings: { client, origin },
      } = session;
      return {
        hasConsent: consent.allows('visitorId'),
        isEducationEmbed: isEducationEmbed(page.privacy, [origin, client.originalUrl]),
      };
    },
    onId: (id) => session.adSignals.set('bid', id),
    onProblem,
  });
  const rules = new ViewerCallRules({
    session,
    botDetection,
    attestation: settings.attestation,
    findLocation: () => location.find(),
    onProblem,
  });
  return { rules, botDetection, visitorId };
}
