import { typicalLine } from './typical-event.mjs';

/** Posts a message to a worker for every event. */
const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = () => {}'], { type: 'text/javascript' })));

window.logEvents = (count) => {
  for (let index = 0; index < count; index += 1) worker.postMessage(typicalLine(index), []);
};
