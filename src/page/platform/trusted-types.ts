/** The part of Trusted Types that is used; a script address that browsers accept, or a plain string without them. */
export interface ScriptUrlPolicy {
  createScriptURL(address: string): string;
}

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptUrlPolicy;
}

/** The name in the `trusted-types` directive. A name can be used for one policy only, so the first caller shares it. */
export const POLICY_NAME = 'oriel';

/** Only addresses of the page's own origin become scripts. */
export function createScriptUrlPolicy(scope: { readonly location: { readonly origin: string } }): ScriptUrlPolicy {
  const rules = {
    createScriptURL(address: string): string {
      const { origin, href } = new URL(address, scope.location.origin);
      if (origin !== scope.location.origin) throw new TypeError(`Script address of another origin: ${origin}`);
      return href;
    },
  };
  const { trustedTypes } = scope as { trustedTypes?: TrustedTypesFactory };
  return trustedTypes?.createPolicy(POLICY_NAME, rules) ?? rules;
}
