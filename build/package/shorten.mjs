/** The builder's own words. */
const REPEATED = 'duplicate dependency references';

/**
 * The builder's output without hundreds of package names, which licences and bill list.
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
