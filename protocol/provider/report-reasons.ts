/** Why a viewer reports a video, in the order of the menu (N9). */
export const REPORT_REASONS = ['sexual', 'violence', 'harmful', 'spam', 'rights'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
