/** Address of the stream that the compared players play: `?address=`, or the demo's. */
export const ADDRESS = new URLSearchParams(location.search).get('address') ?? '/media/demo/master.m3u8';
