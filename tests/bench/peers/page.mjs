/** Video that all of them play. */
export const ADDRESS = '/media/demo/master.m3u8';

export function appendVideo(className = '') {
  const video = document.createElement('video');
  Object.assign(video, { className, muted: true, autoplay: true, playsInline: true });
  video.style.cssText = 'width:640px;height:360px';
  document.body.append(video);
  return video;
}
