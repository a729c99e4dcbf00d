/** Endpoints of the provider that receive events. */
export const LOG_ENDPOINTS = ['log_event', 'video_stats'] as const;
export type LogEndpoint = (typeof LOG_ENDPOINTS)[number];
