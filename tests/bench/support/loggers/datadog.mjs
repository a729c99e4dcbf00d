import { datadogLogs } from '@datadog/browser-logs';
import { typicalEvent } from './typical-event.mjs';

datadogLogs.init({ clientToken: 'key', proxy: `${location.origin}/collect`, sessionSampleRate: 100 });

window.logEvents = (count) => {
  for (let index = 0; index < count; index += 1) datadogLogs.logger.info('latencyAction', typicalEvent(index));
};
