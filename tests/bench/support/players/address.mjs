/** The stream that players in comparison play: `?address=`, or the demo. */
export const ADDRESS = new URLSearchParams(location.search).get('address') ?? '/media/demo/master.m3u8';
