import { typicalLine } from './typical-event.mjs';

/** The floor: the same strings to a worker that does nothing, as one message for 64 events or every 250 ms. */
const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = () => {}'], { type: 'text/javascript' })));
let lines = [];
let timer;

function handOver() {
  clearTimeout(timer);
  timer = undefined;
  worker.postMessage(lines.join('\n'), []);
  lines = [];
}

window.logEvents = (count) => {
  for (let index = 0; index < count; index += 1) {
    lines.push(typicalLine(index));
    if (lines.length === 64) handOver();
    else timer ??= setTimeout(handOver, 250);
  }
};
