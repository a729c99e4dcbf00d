import { typicalLine } from './typical-event.mjs';

/** Posts events to a worker as strings: one message for 64 events, or after 250 ms for fewer. */
export function postTo(workerScript) {
  const worker = new Worker(URL.createObjectURL(new Blob([workerScript], { type: 'text/javascript' })));
  let lines = [];
  let timer;
  const post = () => {
    clearTimeout(timer);
    timer = undefined;
    worker.postMessage(lines.join('\n'), []);
    lines = [];
  };
  window.logEvents = (count) => {
    for (let index = 0; index < count; index += 1) {
      lines.push(typicalLine(index));
      if (lines.length === 64) post();
      else timer ??= setTimeout(post, 250);
    }
  };
}
