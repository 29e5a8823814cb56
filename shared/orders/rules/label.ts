import { LABEL_MAX_CHARACTERS, labelLength } from '../../service/fields.ts';
import { type Issue, issue } from '../issue.ts';

/**
 * Control characters and invisible ones, which reorder text or hide a difference, and halves of characters, which
 * no JSON holds; joined emoji keep their joiner.
 */
const CONTROL = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const EVERY_CONTROL = new RegExp(CONTROL, 'gu');

/** A label of at most 64 characters without control characters, that was never used before. */
export function checkLabel(label: string, isLabelInUse: (label: string) => boolean): Issue[] {
  const issues: Issue[] = [];
  // One value mends all that is wrong: it is offered once.
  const fixes = (): Issue['fixes'] => (issues.length > 0 ? [] : [{ field: 'label', value: mend(label, isLabelInUse) }]);
  const characters = labelLength(label);
  if (characters > LABEL_MAX_CHARACTERS) {
    const params = { characters: String(characters), maximum: String(LABEL_MAX_CHARACTERS) };
    issues.push(issue('error', 'label', 'label_too_long', params, fixes()));
  }
  const control = CONTROL.exec(label)?.[0];
  if (control !== undefined) {
    const character = `U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    issues.push(issue('error', 'label', 'label_control_character', { character }, fixes()));
  }
  if (label.trim() !== label) {
    // A service may store it otherwise, and not find it again.
    issues.push(issue('error', 'label', 'label_outer_blanks', {}, fixes()));
  }
  if (issues.length === 0 && label !== '' && isLabelInUse(label)) {
    issues.push(issue('error', 'label', 'label_in_use', { label }, fixes()));
  }
  return issues;
}

/** What is left of a label once what may not be in it is gone; where that was used, the next one behind it. */
function mend(label: string, isLabelInUse: (label: string) => boolean): string {
  const plain = label.replaceAll(EVERY_CONTROL, '').trim();
  const short = [...plain].slice(0, LABEL_MAX_CHARACTERS).join('').trimEnd();
  return short !== '' && isLabelInUse(short) ? nextFreeLabel(short, isLabelInUse) : short;
}

/** A count behind a label. Longer numbers are part of the name: a strike, a year, a date. */
const COUNTED = /^(.*)-(\d{1,3})$/su;

/**
 * The label with the next free number: `hedge` becomes `hedge-2`, `run-007` `run-008`, `short-80000` `short-80000-2`.
 * Shortened to fit.
 */
export function nextFreeLabel(label: string, isLabelInUse: (label: string) => boolean): string {
  const [, stem = label, count = '1'] = COUNTED.exec(label) ?? [];
  for (let number = Number(count) + 1; ; number += 1) {
    const suffix = `-${String(number).padStart(count.length, '0')}`;
    const room = LABEL_MAX_CHARACTERS - suffix.length;
    const candidate = `${[...stem].slice(0, room).join('')}${suffix}`;
    if (!isLabelInUse(candidate)) return candidate;
  }
}
