/** The threads of a page whose work is recorded and whose errors are reported. */
export const THREAD_NAMES = ['main', 'infrastructure', 'media'] as const;
