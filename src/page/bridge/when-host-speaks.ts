export interface WhenHostSpeaksOptions {
  /** The address says that a script drives the player, or one has spoken already. */
  readonly isExpected: boolean;
  readonly window: {
    addEventListener(type: 'message', listener: () => void, options: { readonly once: true }): void;
  };
  /** Loads the bridge and puts it in place. What comes until then is kept by the inline script. */
  readonly load: () => Promise<void>;
  readonly reportError: (error: unknown) => void;
}

/** Most embeds are never driven by script: the bridge is loaded for those that are. */
export function whenHostSpeaks({ isExpected, window, load, reportError }: WhenHostSpeaksOptions): void {
  const open = (): void => {
    load().catch((error: unknown) => {
      reportError(error);
      /** What did not load may load when the host speaks again; clients greet until they are answered. */
      wait();
    });
  };
  const wait = (): void => window.addEventListener('message', open, { once: true });
  if (isExpected) open();
  else wait();
}
