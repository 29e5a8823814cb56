import { describe, expect, it } from 'vitest';
import { keepComposition } from '../../../../renderer/actions/composition.ts';

interface Told {
  readonly isComposing: boolean;
  readonly keyCode: number;
  readonly key: string;
}

function press(told: Told) {
  const window = new EventTarget();
  const heard: string[] = [];
  keepComposition(window);
  window.addEventListener('keydown', () => heard.push('captured'), { capture: true });
  window.addEventListener('keydown', () => heard.push('bubbled'));
  const event = Object.assign(new Event('keydown', { cancelable: true }), told);
  window.dispatchEvent(event);
  return { heard, isPrevented: event.defaultPrevented };
}

describe('a key', () => {
  it.each<[string, Told]>([
    ['of a composition', { isComposing: true, keyCode: 13, key: 'Enter' }],
    ['that ends one, told by its code alone', { isComposing: false, keyCode: 229, key: 'Enter' }],
  ])('%s runs nothing, and sends no form', (_name, told) => {
    expect(press(told)).toEqual({ heard: [], isPrevented: true });
  });

  it('that an input method takes to itself writes on', () => {
    expect(press({ isComposing: true, keyCode: 229, key: 'Process' })).toEqual({ heard: [], isPrevented: false });
  });

  it('of nobody’s composition is heard by all', () => {
    expect(press({ isComposing: false, keyCode: 13, key: 'Enter' })).toEqual({
      heard: ['captured', 'bubbled'],
      isPrevented: false,
    });
  });
});
