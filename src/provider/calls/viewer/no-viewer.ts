import { refuse } from '../../http/refusal.ts';

/** The call stores something for a viewer, and no viewer is known. */
export const NO_VIEWER = refuse(401, 'context.client.visitorData is missing or not of this provider.');
