export interface OpenBuild {
  /** Where `dist/provider/server.js` is. */
  readonly checkout: string;
  /** For the server that is started there. */
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}
export function openBuild(folder: string, ownCheckout?: string): Promise<OpenBuild>;
