/** The builder's own words. */
const REPEATED = 'duplicate dependency references';

/**
 * What the builder tells, without names by the hundred: which packages are packed, the licences and the bill say.
 * @param {unknown} fields
 * @param {string} [message]
 * @returns {[any, string | undefined]}
 */
export function shorten(fields, message) {
  const isList = message === REPEATED && typeof fields === 'object' && fields !== null && 'dependencies' in fields;
  if (!isList || !Array.isArray(fields.dependencies)) return [fields, message];
  const count = new Set(fields.dependencies).size;
  return [`${count} packages are needed by more than one other; each is packed once`, undefined];
}
