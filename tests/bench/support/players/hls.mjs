import Hls from 'hls.js';

/** hls.js as most pages use it. */
const hls = new Hls({ capLevelToPlayerSize: true });
hls.loadSource('/media/demo/master.m3u8');
hls.attachMedia(document.querySelector('video'));
