/** Ids shared by the HTML, the inline script and the module; one constant each, so that unused ones are not inlined. */
export const player = 'player';
export const media = 'media';
export const poster = 'poster';
export const title = 'title';
export const author = 'author';
export const length = 'length';
export const bigPlay = 'big-play';
export const interfaceRoot = 'interface';
export const config = 'oriel-config';
export const firstParts = 'oriel-first-parts';
export const infrastructureWorker = 'oriel-infrastructure-worker';
export const mediaWorker = 'oriel-media-worker';
export const mediaEngine = 'oriel-media-engine';
export const wholeEngine = 'oriel-whole-engine';
export const liveStart = 'oriel-live-start';
export const hostBridge = 'oriel-host-bridge';
export const main = 'oriel-main';
