/** N9: why a viewer reports a video, in the order of the menu. */
export const REPORT_REASONS = ['sexual', 'violence', 'harmful', 'spam', 'rights'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
