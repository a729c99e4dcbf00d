export interface FirefoxPrograms {
  readonly browser: string;
  readonly screen: string;
}
export interface WebKitPrograms {
  readonly driver: string;
  readonly screen: string;
}
export function findFirefox(): FirefoxPrograms | undefined;
export function findWebKit(): WebKitPrograms | undefined;
