import type { Feature } from '../provider/feature.ts';
import { operatorPolicy } from '../provider/security/content-security-policy.ts';
import { NO_PERMISSIONS } from '../provider/security/security-headers.ts';
import { moderationRoutes, type VideoListing } from './moderation/moderation-routes.ts';

/** Mounts the page and routes for viewers' reports and the operator's actions on them. */
export function moderationFeature(listing: VideoListing | undefined): Feature {
  return {
    operatorPaths: ['/provider/reports'],
    documents: [
      {
        path: '/provider/reports',
        template: 'reports-page',
        policy: operatorPolicy,
        permissions: NO_PERMISSIONS,
        isOperators: true,
        linkText: 'Reports',
      },
    ],
    mount(app, context) {
      moderationRoutes(app, { ...context, listing });
      return {};
    },
  };
}
