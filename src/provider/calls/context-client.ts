import type { LogRequest } from '../../../protocol/provider/logging.ts';

/** The client fields that the response context depends on. */
export type ContextClient = Pick<LogRequest['context']['client'], 'visitorData' | 'configInfo'>;
