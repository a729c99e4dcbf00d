import { postTo } from './post-lines.mjs';

// Like `post-message.mjs`, but the worker also sends batches of 100, since every request of a worker notifies main three times.
postTo(`
  let lines = [];
  let timer;
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    const body = lines.splice(0, 100).join(',');
    void fetch('${location.origin}/generate_204', { method: 'POST', body }).then((response) => response.text());
    if (lines.length > 0) timer = setTimeout(send, 100);
  };
  onmessage = ({ data }) => {
    lines.push(...data.split('\\n'));
    if (lines.length >= 100) send();
    else timer ??= setTimeout(send, 1000);
  };
`);
