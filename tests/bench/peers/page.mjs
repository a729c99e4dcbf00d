export { ADDRESS } from '../support/players/address.mjs';

export function appendVideo(className = '') {
  const video = document.createElement('video');
  Object.assign(video, { className, muted: true, autoplay: true, playsInline: true });
  video.style.cssText = 'width:100vw;height:100vh';
  document.body.append(video);
  return video;
}
