import { z } from 'zod';

export const PROFILE_KINDS = ['simulator', 'test', 'live', 'custom'] as const;
export type ProfileKind = (typeof PROFILE_KINDS)[number];

/** As kinds are written in sentences. */
export const KIND_NAMES: Readonly<Record<ProfileKind, string>> = {
  simulator: 'Simulator',
  test: 'Test',
  live: 'Live',
  custom: 'Custom',
};

/** How calls are carried over HTTP. All three are equivalent at the service. */
export const TRANSPORT_FORMS = ['get_body', 'get_query', 'post'] as const;
export type TransportForm = (typeof TRANSPORT_FORMS)[number];

/** How the account proves itself: a token by login, a signature of each call, or key and secret in each. */
export const AUTH_SCHEMES = ['token', 'signature', 'basic'] as const;
export type AuthScheme = (typeof AUTH_SCHEMES)[number];

/** What marks a profile. Red is not among them: it says live, and nothing else may. */
export const PROFILE_COLOURS = ['grey', 'blue', 'teal', 'green', 'amber', 'violet'] as const;
export type ProfileColour = (typeof PROFILE_COLOURS)[number];

export const MOST_PROFILES = 64;
export const MOST_NAME_CHARACTERS = 40;

/** What a trader sets about a service and an account on it. Holds no secret. */
export const profileFormSchema = z.strictObject({
  name: z.string().max(256),
  kind: z.enum(PROFILE_KINDS),
  /** Base address: scheme, host and port. */
  origin: z.string().max(512),
  form: z.enum(TRANSPORT_FORMS),
  scheme: z.enum(AUTH_SCHEMES),
  colour: z.enum(PROFILE_COLOURS),
});
export type ProfileForm = z.infer<typeof profileFormSchema>;

/** Made by the terminal; also the name of the folder that holds the profile's orders, guards and ladder. */
export const profileIdSchema = z.string().regex(/^[\w-]{1,64}$/);

/** Why something was not done, by the field that stands in the way: what is wrong and what would be right. */
export const profileProblemSchema = z.strictObject({
  field: z.enum([
    'name',
    'kind',
    'origin',
    'form',
    'scheme',
    'colour',
    'client_id',
    'client_secret',
    'passphrase',
    'typed',
    'profile',
    'vault',
  ]),
  message: z.string(),
});
export type ProfileProblem = z.infer<typeof profileProblemSchema>;
