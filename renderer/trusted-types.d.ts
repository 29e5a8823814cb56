/** The part of Trusted Types that the window uses; TypeScript's DOM library lacks it. */
interface TrustedTypePolicyOfUrls {
  readonly createScriptURL: (url: string) => { toString: () => string };
}

interface Window {
  readonly trustedTypes?: {
    readonly createPolicy: (
      name: string,
      rules: { readonly createScriptURL: (url: string) => string },
    ) => TrustedTypePolicyOfUrls;
  };
}
