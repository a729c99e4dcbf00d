import { createServer } from 'node:http';

/** Responds to every log request of every library with success, and serves the given pages. */
export async function startCollector(pages) {
  const server = createServer((request, response) => {
    const page = pages.get(request.url);
    const headers = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*',
      // The clock of isolated pages has a resolution of 5 µs, that of other pages 100 µs.
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Content-Type': page?.type ?? 'application/json',
    };
    request.resume();
    request.on('end', () => response.writeHead(200, headers).end(page?.body ?? '{}'));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
