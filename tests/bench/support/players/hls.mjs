import Hls from 'hls.js';
import { ADDRESS } from './address.mjs';

/** hls.js as most pages use it. */
const hls = new Hls({ capLevelToPlayerSize: true });
hls.loadSource(ADDRESS);
hls.attachMedia(document.querySelector('video'));
