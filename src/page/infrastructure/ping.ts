/** Browser functions that send a request without reading its response. */
export interface PingScope {
  readonly navigator: { sendBeacon?(address: string, body: string): boolean };
  readonly Image: new () => { src: string };
}

/**
 * Requests an address and ignores the response (N21). A beacon outlives the page; an image is the fallback. The empty
 * text makes the beacon a request of text/plain, which needs no token of the page.
 */
export function sendPing(address: string, { navigator, Image }: PingScope): void {
  if (navigator.sendBeacon?.(address, '') === true) return;
  new Image().src = address;
}
