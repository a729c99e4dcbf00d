interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** Loads a script from a fixed origin, with the only Trusted Types policy that this site allows. */
export function loadScript(address: string): Promise<void> {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory };
  const policy = trustedTypes?.createPolicy('oriel', { createScriptURL: (url) => url });
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = policy?.createScriptURL(address) ?? address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${address} could not be loaded`)));
    document.head.append(script);
  });
}
