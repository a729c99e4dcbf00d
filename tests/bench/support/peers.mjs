import { existsSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { bundlePage } from './bundle-script.mjs';
import { HEAD } from './front.mjs';

const FOLDER = new URL('../peers/', import.meta.url).pathname;
const PEERS = [
  ['plyr', 'Plyr, hls.js'],
  ['media-chrome', 'Media Chrome, hls.js'],
  ['vidstack', 'Vidstack, hls.js'],
  ['video-js', 'Video.js'],
];

/** Other players as ways of a measurement, and their pages for `startFront`. */
export async function loadPeers() {
  if (!existsSync(`${FOLDER}node_modules`)) {
    console.error('The other players are not installed: run `npm ci --prefix tests/bench/peers` first.');
    process.exit(2);
  }
  const bundled = await Promise.all(PEERS.map(([file]) => bundlePage(`${FOLDER}${file}.mjs`)));
  return {
    ways: PEERS.map(([file, name]) => ({ name, path: `/${file}.html` })),
    pages: PEERS.flatMap(([file], index) => [
      [`/${file}.html`, ['text/html', Buffer.from(pageOf(file, bundled[index].styles))]],
      [`/${file}.js`, ['text/javascript', brotliCompressSync(bundled[index].script)]],
    ]),
  };
}

function pageOf(file, styles) {
  return `${HEAD}<style>${styles}</style><body><script type="module" src="/${file}.js"></script>`;
}
