export interface WhenHostSpeaksOptions {
  /** The address has `enablejsapi=1`, or a host has already posted a message. */
  readonly isExpected: boolean;
  readonly window: {
    addEventListener(type: 'message', listener: () => void, options: { readonly once: true }): void;
  };
  /** Loads the bridge and installs it. Earlier messages are kept by the inline script. */
  readonly load: () => Promise<void>;
  readonly reportError: (error: unknown) => void;
}

/** Most embeds are never driven by script: the bridge is loaded only when a script is expected or has posted. */
export function whenHostSpeaks({ isExpected, window, load, reportError }: WhenHostSpeaksOptions): void {
  const open = (): void => {
    load().catch((error: unknown) => {
      reportError(error);
      // A failed load is retried with the host's next message; clients greet until they get a response.
      wait();
    });
  };
  const wait = (): void => window.addEventListener('message', open, { once: true });
  if (isExpected) open();
  else wait();
}
