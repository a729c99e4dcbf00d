import { refuse } from '../../http/refusal.ts';

/** The refusal of a call that stores something for a viewer, if no viewer is known. */
export const NO_VIEWER = refuse(401, 'context.client.visitorData is missing or not of this provider.');
