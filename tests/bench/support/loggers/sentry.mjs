import { init, logger } from '@sentry/browser';
import { typicalEvent } from './typical-event.mjs';

init({ dsn: `${location.protocol}//key@${location.host}/1`, enableLogs: true });

window.logEvents = (count) => {
  for (let index = 0; index < count; index += 1) logger.info('latencyAction', typicalEvent(index));
};
