import Hls from 'hls.js';
import Plyr from 'plyr';
import 'plyr/dist/plyr.css';
import icons from './node_modules/plyr/dist/plyr.svg?raw';
import { ADDRESS, appendVideo } from './page.mjs';

/** Plyr over hls.js, as its documentation shows: the engine attached to the element, the controls around it. */
const video = appendVideo();
const hls = new Hls();
hls.loadSource(ADDRESS);
hls.attachMedia(video);
// Plyr would load its icons from another host.
document.body.insertAdjacentHTML('afterbegin', icons);
window.player = new Plyr(video, { muted: true, autoplay: true, loadSprite: false, iconUrl: '', blankVideo: '' });
