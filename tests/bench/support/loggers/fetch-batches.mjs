import { typicalLine } from './typical-event.mjs';

/** JSON and `fetch` on main: one request for 100 events, or after a second for fewer. */
let lines = [];
let timer;

function send() {
  clearTimeout(timer);
  timer = undefined;
  const body = `{"events":[${lines.join(',')}]}`;
  lines = [];
  void fetch('/collect', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }).then((response) =>
    response.text(),
  );
}

window.logEvents = (count) => {
  for (let index = 0; index < count; index += 1) {
    lines.push(typicalLine(index));
    if (lines.length === 100) send();
    else timer ??= setTimeout(send, 1_000);
  }
};
