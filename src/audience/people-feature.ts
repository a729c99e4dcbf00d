import type { Feature } from '../provider/feature.ts';
import { operatorPolicy } from '../provider/security/content-security-policy.ts';
import { NO_PERMISSIONS } from '../provider/security/security-headers.ts';
import { peopleRoutes } from './people/people-routes.ts';

/** Mounts the page on which the operator exports and deletes the data of one person. */
export const PEOPLE_FEATURE: Feature = {
  operatorPaths: ['/provider/people'],
  documents: [
    {
      path: '/provider/people',
      template: 'people-page',
      policy: operatorPolicy,
      permissions: NO_PERMISSIONS,
      isOperators: true,
      linkText: 'A person’s data',
    },
  ],
  mount(app, context) {
    peopleRoutes(app, context);
    return {};
  },
};
