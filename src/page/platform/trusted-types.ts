/** The part of a Trusted Types policy that is used; without Trusted Types its result is a plain string. */
export interface ScriptUrlPolicy {
  createScriptURL(address: string): string;
}

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptUrlPolicy;
}

/** The name in the `trusted-types` directive. Only one policy can have a name, so the first caller shares its policy. */
export const POLICY_NAME = 'oriel';

/** Creates a policy that accepts only script addresses of the page's own origin. */
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
