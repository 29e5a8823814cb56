import { memo } from 'react';
import { Explained } from '../explained.tsx';
import { OneStop } from './one-stop.tsx';
import './field-groups.css';

/** A named value in words. */
export interface FieldText {
  readonly name: string;
  readonly text: string;
  /** Empty where the value has none, or its text says it. */
  readonly unit: string;
  readonly explanation?: string;
}

/** Values of one subject. */
export interface FieldGroup {
  readonly name: string;
  readonly fields: readonly FieldText[];
}

/** Groups of named values, as many side by side as there is room for. */
export function FieldGroups({ groups }: { readonly groups: readonly FieldGroup[] }) {
  return (
    <OneStop className="field-groups">
      {groups.map((group) => (
        <div key={group.name} className="field-group">
          <h3>{group.name}</h3>
          <dl className="number">
            {group.fields.map((item) => (
              <Field key={`${item.name} ${item.unit}`} {...item} />
            ))}
          </dl>
        </div>
      ))}
    </OneStop>
  );
}

/** Drawn anew only where its text is another one: most of a market's fields stay as they are from price to price. */
const Field = memo(({ name, text, unit, explanation }: FieldText) => {
  return (
    <div className="field-pair">
      <dt>{explanation === undefined ? name : <Explained explanation={explanation}>{name}</Explained>}</dt>
      <dd title={text}>{text}</dd>
      <dd className="unit">{unit}</dd>
    </div>
  );
});
