const MARK = '[secret]';

/** A copy without the secrets at any depth: a server may echo what it was sent. Secrets under four characters stay. */
export function redact<T>(value: T, secrets: readonly string[]): T {
  const telling = secrets.filter((secret) => secret.length >= 4);
  const spellings = new Set(
    telling.flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
  );
  return redactValue(value, [...spellings]) as T;
}

function redactValue(value: unknown, spellings: readonly string[]): unknown {
  if (typeof value === 'string') return spellings.reduce((text, secret) => text.replaceAll(secret, MARK), value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, spellings));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, redactValue(child, spellings)]));
  }
  return value;
}
