/** Log levels, from least to most output. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
