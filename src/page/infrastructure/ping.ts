/** What can carry a request that nobody waits for. */
export interface PingScope {
  readonly navigator: { sendBeacon?(address: string): boolean };
  readonly Image: new () => { src: string };
}

/** N21: asks for an address and does not care for the response. A beacon outlives the page; an image is what there was before. */
export function sendPing(address: string, { navigator, Image }: PingScope): void {
  if (navigator.sendBeacon?.(address) === true) return;
  new Image().src = address;
}
