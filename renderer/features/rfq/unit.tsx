import './unit.css';

/** What the number before it is in, quieter than the number; nothing where that is not known. */
export function Unit({ name }: { readonly name: string }) {
  return name === '' ? null : <span className="rfq-unit">{name}</span>;
}
