import { refuse } from '../../http/refusal.ts';

/** Something is to be kept for a viewer, and there is none to keep it for. */
export const NO_VIEWER = refuse(401, 'context.client.visitorData is missing or not of this provider.');
